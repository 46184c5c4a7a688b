/**
 * The text of a function in the making, together with the values it refers to by name. Values never become text, so nothing but member
 * names, quoted, gets from a user's class into the code.
 */
export class GeneratedFunction {
  private readonly constants: unknown[] = [];
  private readonly declarations: string[] = [];
  private readonly names = new Map<unknown, string>();
  private count = 0;

  /** The name under which the code finds this value. */
  constant(value: unknown): string {
    let name = this.names.get(value);
    if (name === undefined) {
      this.names.set(value, (name = this.variable('c')));
      this.declarations.push(`const ${name} = constants[${this.constants.push(value) - 1}];`);
    }
    return name;
  }

  /** A name that nothing else has. */
  variable(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  /** A function or variable beside the one in the making; yields its name. */
  declare(keyword: 'const' | 'let', prefix: string, value: string): string {
    const name = this.variable(prefix);
    this.declarations.push(`${keyword} ${name} = ${value};`);
    return name;
  }

  /** Makes the function that the expression is. */
  make<F>(expression: string): F {
    const text = `"use strict";\n${this.declarations.join('\n')}\nreturn ${expression};`;
    // The text consists of our own words, quoted member names and names made here.
    // oxlint-disable-next-line typescript/no-implied-eval
    const outer = new Function('constants', text) as (constants: readonly unknown[]) => F;
    return outer(this.constants);
  }
}

/** False in a process that was started with --disallow-code-generation-from-strings, or under a policy like it. */
export function canGenerateCode(): boolean {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval
    void new Function('');
    return true;
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}
