/**
 * Names something that filters leave for resource methods, with its type.
 *
 * @example export const CurrentUser = new ContextKey<User>('CurrentUser');
 */
export class ContextKey<V> {
  /** Only for the compiler: keys of different values are different types. */
  declare protected readonly holds: V;
  readonly symbol: symbol;

  constructor(readonly name: string) {
    this.symbol = Symbol(name);
  }
}
