/** Where a command says which arguments and options it takes. */
export interface CommandSyntax {
  /** `<name>` is required, `[name]` may be left out, `<names...>` and `[names...]` take all that follow. */
  argument(form: string, description: string, settings?: ArgumentSettings): this;
  /** `-n, --name <name>` takes a value, `--name [name]` may take one, `--loud` is there or not. */
  option(form: string, description: string, settings?: OptionSettings): this;
  /** Lines that the command's help ends with, such as examples. */
  help(text: string): this;
}

/** What an argument of a command accepts, and its default. */
export interface ArgumentSettings {
  /** The values that are accepted. */
  readonly choices?: readonly string[];
  readonly default?: string;
}

/** What an option of a command accepts, and whether it may be left out. */
export interface OptionSettings extends ArgumentSettings {
  /** Refuses the command line where the option is missing and has no default. */
  readonly required?: boolean;
  /** May be given several times; {@link CommandArguments.texts} has all of them. */
  readonly repeatable?: boolean;
}

/** What was given on the command line, by the names of {@link CommandSyntax}. */
export class CommandArguments {
  constructor(private readonly given: ReadonlyMap<string, unknown>) {}

  /** The text given for an argument or option: `text('name')` for `<name>` and for `--name <name>`. */
  text(name: string): string | undefined {
    const value = this.valueOf(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** All the texts given for an argument that takes several. */
  texts(name: string): readonly string[] {
    const value = this.valueOf(name);
    if (Array.isArray(value)) return value.map(String);
    return typeof value === 'string' ? [value] : [];
  }

  /** True where the option was given. */
  flag(name: string): boolean {
    const value = this.valueOf(name);
    return value !== undefined && value !== false;
  }

  private valueOf(name: string): unknown {
    if (this.given.has(name)) return this.given.get(name);
    const known = [...this.given.keys()].map((one) => `"${one}"`).join(', ');
    throw new TypeError(
      `The command has no argument or option "${name}"; ${known === '' ? 'declare it in configure()' : `it declares ${known}`}`,
    );
  }
}
