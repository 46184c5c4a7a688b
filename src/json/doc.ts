import { AnnotationKind, placeOf, record, recordsOf } from '../reflection/annotation.js';
import type { DecoratorArguments } from '../reflection/annotation.js';
import { Annotations } from '../reflection/annotations.js';
import { modelOf } from '../reflection/class-model.js';
import type { Class } from '../reflection/type-ref.js';

/** Recorded by {@link Doc}. */
export const DocNote: AnnotationKind<string> = new AnnotationKind<string>('Doc');

/**
 * Describes a class, field, method or parameter in a sentence, for those who read schemas: editors show it beside the key.
 *
 * @example `@Doc('How long to wait for the queue.') @JsonProperty timeout: Duration = Duration.seconds(5);`
 */
export function Doc(text: string): DocAnnotation {
  return (...args: DecoratorArguments) => record(DocNote, text, placeOf(args));
}

/** The place of a {@link Doc}: anywhere that annotations can stand. */
export type DocAnnotation = (target: object, member?: PropertyKey, where?: PropertyDescriptor | number) => void;

/** What {@link Doc} says of the class itself; that of a class it extends is about that class. */
export function docOf(type: Class): string | undefined {
  return Annotations.of(recordsOf(type)?.own ?? []).first(DocNote);
}

/** What {@link Doc} says of a field. */
export function docOfField(type: Class, field: string): string | undefined {
  return modelOf(type)
    .fields.find(({ name }) => name === field)
    ?.annotations.first(DocNote);
}
