import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';
import type { ClassOrMethodAnnotation } from './routing-annotations.js';

/** The name bindings of a resource class, a method or a filter class. */
export const NameBindingKind = new AnnotationKind<NameBinding>('NameBinding', { merge: 'accumulate' });

/** An annotation that binds filters to the methods and classes that carry it as well. */
export interface NameBinding extends ClassOrMethodAnnotation {
  readonly bindingName: string;
}

/**
 * Makes an annotation that ties filters to resources: a filter that carries it runs only for the methods and classes that carry it.
 *
 * @example
 * const Audited = nameBinding('Audited');
 * @Audited class AuditFilter implements RequestFilter { … }
 */
export function nameBinding(name: string): NameBinding {
  const annotation = (...args: unknown[]): void => record(NameBindingKind, binding, placeOf(args as unknown as DecoratorArguments));
  const binding: NameBinding = Object.assign(annotation, { bindingName: name });
  return binding;
}
