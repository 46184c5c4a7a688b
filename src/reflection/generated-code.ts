// Readers, writers and validators are generated code, made once for each type. It is made from classes, never from what a client sends: the
// names of members enter it as string literals, everything else as a value that the code refers to by a name made here.

/** Collects declarations and the values they refer to, and compiles them into one function. */
export class GeneratedCode {
  private readonly declarations: string[] = [];
  private readonly values: unknown[] = [];
  private readonly valueNames = new Map<unknown, string>();
  private names = 0;

  /** The name by which the code refers to this value. */
  value(value: unknown): string {
    let name = this.valueNames.get(value);
    if (name === undefined) {
      name = this.name('$');
      this.valueNames.set(value, name);
      this.declarations.push(`const ${name} = values[${this.values.push(value) - 1}];`);
    }
    return name;
  }

  /** A name that nothing else has. */
  name(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  /** Adds a declaration; functions may call each other whatever their order. */
  add(declaration: string): void {
    this.declarations.push(declaration);
  }

  /** Makes the function that the expression stands for. */
  compile<F>(expression: string): F {
    const source = `'use strict';\n${this.declarations.join('\n')}\nreturn ${expression};`;
    // oxlint-disable-next-line typescript/no-implied-eval -- the point of this file; see its first lines
    const make = new Function('values', source) as (values: readonly unknown[]) => F;
    return make(this.values);
  }
}

/** A string as it stands in source code. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

let allowed: boolean | undefined;

/**
 * False where code must not be made from strings: in a process with `KEELSON_JITLESS=1` in its environment, or one that forbids it
 * (`--disallow-code-generation-from-strings`, some hosts). Everything then works without, more slowly.
 */
export function canGenerateCode(): boolean {
  allowed ??= process.env.KEELSON_JITLESS !== '1' && compiles();
  return allowed;
}

function compiles(): boolean {
  try {
    return new GeneratedCode().compile<boolean>('true');
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}
