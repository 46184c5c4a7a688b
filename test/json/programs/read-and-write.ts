import { JsonProperty } from '../../../src/json/json-annotations.js';
import { JsonMapper } from '../../../src/json/json-mapper.js';
import { canGenerateCode } from '../../../src/reflection/generated-code.js';
import { listOf } from '../../../src/reflection/type-token.js';

class Person {
  @JsonProperty name!: string;
  @JsonProperty(listOf(String)) tags!: string[];
  @JsonProperty big!: bigint;
}

const mapper = new JsonMapper();
const lines = [
  `code from strings: ${canGenerateCode() ? 'allowed' : 'forbidden'}`,
  mapper.write(mapper.read(Person, '{"name":"Ada","tags":["x"],"big":9007199254740993,"unknown":1}')),
  messageOf(() => mapper.read(Person, '{"tags":[1]}')),
  messageOf(() => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    return mapper.write(circle);
  }).replace('self: ', ''),
];
process.stdout.write(`${lines.join('\n')}\n`);

function messageOf(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
