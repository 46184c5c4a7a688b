import { JsonProperty } from '../../../src/json/json-annotations.js';
import { JsonMapper } from '../../../src/json/json-mapper.js';

const theirs = (_target: object, _member: string): void => undefined;

class Person {
  @JsonProperty @theirs name!: string;
  @JsonProperty @theirs born!: Date;
}

const known = Reflect as unknown as { getMetadata(key: string, target: object, member: string): { readonly name: string } | undefined };
const names = (['name', 'born'] as const).map((member) => known.getMetadata('design:type', Person.prototype, member)?.name);
const person = new JsonMapper().read(Person, '{"name":"Ada","born":"1815-12-10"}');
process.stdout.write(`${names.join(' ')} ${person.born.getUTCFullYear()}\n`);
