/**
 * A value inside an object of its own, as parameter wrappers hold the number that they parsed. Constraints on a member declared as a
 * wrapper look at the value inside.
 */
export abstract class Wrapper<V> {
  abstract get(): V;
}
