import { WebApplicationException } from '../../http/web-application-exception.js';
import { Wrapper } from '../../values/wrapper.js';
import { ParameterFormatException } from './parameter-format-exception.js';

/**
 * A parameter that parses itself from the text of the request; a malformed text answers 400.
 *
 * @example
 * class IsbnParam extends AbstractParam<Isbn> {
 *   protected parse(raw: string): Isbn { return Isbn.parse(raw); }
 * }
 */
export abstract class AbstractParam<V> extends Wrapper<V> {
  private readonly value: V;

  constructor(raw: string) {
    super();
    try {
      this.value = this.parse(raw);
    } catch (thrown) {
      if (thrown instanceof WebApplicationException || thrown instanceof ParameterFormatException) throw thrown;
      throw new ParameterFormatException(this.errorMessage(raw, thrown), this.errorStatus(), { cause: thrown });
    }
  }

  get(): V {
    return this.value;
  }

  /** The value that the text stands for; whatever is thrown makes the parameter malformed. Fields of a subclass are not yet set here. */
  protected abstract parse(raw: string): V;

  /** What the client is told, with "%s" where the parameter's name belongs. The text itself is left out, so that nothing is echoed. */
  protected errorMessage(raw: string, thrown: unknown): string;
  protected errorMessage(_raw: string, thrown: unknown): string {
    return `%s is invalid: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }

  /** The status of the answer; one other than 400 is sent at once, without looking for further problems. */
  protected errorStatus(): number {
    return 400;
  }

  override toString(): string {
    return String(this.value);
  }

  toJSON(): unknown {
    return this.value;
  }
}
