// Readers and writers are made of generated code. Names that come from classes enter it only as string literals, values only as parameters.

/** Collects generated functions and the values they refer to, and turns them into one function. */
export class GeneratedCode {
  private readonly functions: string[] = [];
  private readonly values: unknown[] = [];
  private readonly valueNames = new Map<unknown, string>();
  private count = 0;

  /** A name under which the generated code can use a value. */
  value(value: unknown): string {
    let name = this.valueNames.get(value);
    if (name === undefined) {
      name = `$${this.values.length}`;
      this.valueNames.set(value, name);
      this.values.push(value);
    }
    return name;
  }

  /** A name for a function that is added later, so that functions can call each other. */
  nextName(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  add(source: string): void {
    this.functions.push(source);
  }

  /** The function that an expression over everything collected yields. */
  compile(expression: string): unknown {
    const source = `'use strict';\n${this.functions.join('\n')}\nreturn ${expression};`;
    // oxlint-disable-next-line typescript/no-implied-eval -- the point of this file; see its first lines
    const make = new Function(...this.values.map((_, index) => `$${index}`), source) as (...values: unknown[]) => unknown;
    return make(...this.values);
  }
}

/** A string as it stands in source code. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

let allowed: boolean | undefined;

/** False where the process or its host forbids code from strings (`--disallow-code-generation-from-strings`, some edge hosts). */
export function codeGenerationAllowed(): boolean {
  if (allowed === undefined) {
    try {
      new GeneratedCode().compile('0');
      allowed = true;
    } catch {
      allowed = false;
    }
  }
  return allowed;
}
