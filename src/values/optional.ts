/**
 * A value that is present or absent, where users meet the difference: parameters, fields, return values.
 *
 * @example Optional.ofNullable(row).map((r) => r.name).orElse('nobody')
 */
export class Optional<T> {
  private static readonly none = new Optional<never>(undefined);

  private constructor(private readonly value: T | undefined) {}

  /** A present value; null and undefined are refused. */
  static of<V>(value: V): Optional<V> {
    if (value === null || value === undefined) {
      throw new TypeError('Optional.of takes a value; use Optional.ofNullable where it may be missing');
    }
    return new Optional(value);
  }

  /** Present unless the value is null or undefined. */
  static ofNullable<V>(value: V | null | undefined): Optional<V> {
    return value === null || value === undefined ? Optional.absent<V>() : new Optional<V>(value);
  }

  /** Nothing. */
  static absent<V>(): Optional<V> {
    return Optional.none;
  }

  isPresent(): boolean {
    return this.value !== undefined;
  }

  /** The value; throws where there is none. */
  get(): T {
    if (this.value === undefined) {
      throw new Error('Optional.get() was called on an absent value; ask isPresent() first, or use orElse()');
    }
    return this.value;
  }

  orElse<U>(other: U): T | U {
    return this.value === undefined ? other : this.value;
  }

  /** The changed value where there is one; a change that yields null or undefined yields absent. */
  map<U>(change: (value: T) => U | null | undefined): Optional<U> {
    return this.value === undefined ? Optional.absent() : Optional.ofNullable(change(this.value));
  }

  toString(): string {
    return this.value === undefined ? 'Optional.absent' : `Optional.of(${String(this.value)})`;
  }
}
