import { GeneratedCode, literal } from '../reflection/generated-code.js';
import { Optional } from '../values/optional.js';
import { classToApply, isPlainObject } from './cascade.js';
import type { Cascade } from './cascade.js';
import { cascadeByValue, eachElement, placeIndex } from './compiled-steps.js';
import { meetsIfThere } from './constraint.js';
import type { GroupSet } from './groups.js';
import { ValidationMethodError } from './validation-method-error.js';
import type { MethodFailure } from './validation-method-error.js';
import { planOf } from './validation-plan.js';
import type { ClassPlan, ValidationMethodPlan } from './validation-plan.js';
import { contentOf, methodViolation, violationOf } from './value-check.js';
import type { CheckMaker, ClassChecks, ValueCheck } from './value-check.js';
import type { ConstraintStep, ValueStep, ValuePlan } from './value-plan.js';
import { placeWithin } from './violation.js';
import type { PathNode } from './violation.js';

/**
 * Compiles each plan and choice of groups into one function that does exactly what the interpreter does. While everything is valid, it reads
 * no plan, compares no groups and allocates nothing.
 */
export const validationCompiler: CheckMaker = {
  forValue(plan, groups, classes) {
    const compilation = new Compilation(groups, classes);
    const body = compilation.value(plan, 'value', undefined);
    return body === '' ? undefined : compilation.check(body);
  },
  forClass(plan, groups, classes) {
    const compilation = new Compilation(groups, classes);
    return compilation.check(compilation.object(plan));
  },
};

class Compilation {
  private readonly code = new GeneratedCode();

  constructor(
    private readonly groups: GroupSet,
    private readonly classes: ClassChecks,
  ) {}

  check(body: string): ValueCheck {
    return this.code.compile<ValueCheck>(this.lambda(body));
  }

  /** The properties in their order, then the validation methods. */
  object(plan: ClassPlan): string {
    const parts: string[] = [];
    for (const { node, member, access, value } of plan.properties) {
      const name = this.code.name('v');
      const body = this.value(value, name, node);
      if (body === '') continue;
      const read = access === 'read' ? `value[${literal(member)}]` : `${this.prototype(plan)}[${literal(member)}].call(value)`;
      parts.push(`const ${name} = ${read};`, body);
    }
    for (const method of plan.methods) if (this.groups.selects(method.groups)) parts.push(this.validationMethod(plan, method));
    const body = lines(parts);
    // A class that does not cascade cannot be part of a circle, so its objects are not tracked.
    return cascades(plan) ? lines(['ancestors.push(value);', body, 'ancestors.pop();']) : body;
  }

  /** The constraints as written, then the way into the value; empty where these groups ask for nothing. */
  value(plan: ValuePlan, value: string, node: PathNode | undefined): string {
    const steps = plan.steps.filter((step) => this.isSelected(step));
    const parts: string[] = [];
    if (plan.holder === 'none') parts.push(this.steps(steps, value, node));
    else if (steps.length > 0) {
      const content = this.code.name('v');
      const isAbsentAndSkipped = this.skips(plan, value, content);
      parts.push(`const ${content} = ${this.named(contentOf)}(${value});`);
      for (const { looksAt, run } of runsOf(steps)) {
        if (looksAt === 'value') parts.push(this.steps(run, value, node));
        else parts.push(`if (!(${isAbsentAndSkipped})) {`, this.steps(run, content, node), '}');
      }
    }
    if (plan.cascade !== undefined) parts.push(this.placed(this.cascade(plan.cascade, value), node));
    return lines(parts);
  }

  private isSelected(step: ValueStep): boolean {
    return step.kind === 'constraint' ? this.groups.selects(step.groups) : step.element.steps.some((inner) => this.isSelected(inner));
  }

  private skips(plan: ValuePlan, value: string, content: string): string {
    if (plan.absentContent === 'checked') return 'false';
    const isOptional = plan.holder === 'optional' ? '' : ` && ${value} instanceof ${this.named(Optional)}`;
    return `(${isMissing(content)})${isOptional}`;
  }

  private steps(steps: readonly ValueStep[], value: string, node: PathNode | undefined): string {
    const missing = steps.filter((step): step is ConstraintStep => step.kind === 'constraint' && step.absent === 'invalid');
    const onMissing = missing.map((step) => `${this.report(step, value, node)};`);
    const onPresent = steps.map((step) => {
      if (step.kind === 'constraint')
        return step.test === meetsIfThere ? '' : `if (!${this.named(step.test)}(${value})) ${this.report(step, value, node)};`;
      return this.placed(this.elements(value, this.value(step.element, 'value', undefined)), node);
    });
    const [absent, present] = [lines(onMissing), lines(onPresent)];
    if (absent === '') return present === '' ? '' : lines([`if (!(${isMissing(value)})) {`, present, '}']);
    return lines([`if (${isMissing(value)}) {`, absent, present === '' ? '}' : '} else {', present, present === '' ? '' : '}']);
  }

  private report(step: ConstraintStep, value: string, node: PathNode | undefined): string {
    const within = node === undefined ? '' : `.within(${this.named(node)})`;
    return `violations.push(${this.named(violationOf)}(${this.named(step)}, ${value})${within})`;
  }

  /** Whatever the code reports lies in the given part of the value. */
  private placed(code: string, node: PathNode | undefined): string {
    if (node === undefined || code === '') return code;
    const before = this.code.name('n');
    return lines([
      `const ${before} = violations.length;`,
      code,
      `if (violations.length !== ${before}) ${this.named(placeWithin)}(violations, ${before}, ${this.named(node)});`,
    ]);
  }

  /** Lists are walked here, where the engine sees which check it is; other containers are rarer. */
  private elements(container: string, body: string): string {
    if (body === '') return '';
    const check = this.declare('const', 'f', this.lambda(body));
    return lines([
      `if (Array.isArray(${container})) {`,
      this.loop(container, check),
      `} else ${this.named(eachElement)}(${container}, ${check}, violations, ancestors);`,
    ]);
  }

  private loop(list: string, check: string): string {
    const [index, before] = [this.code.name('i'), this.code.name('n')];
    return lines([
      `for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`,
      `const ${before} = violations.length;`,
      `${check}(${list}[${index}], violations, ancestors);`,
      `if (violations.length !== ${before} && ${this.named(placeIndex)}(violations, ${before}, ${index})) break;`,
      '}',
    ]);
  }

  private cascade(into: Cascade, value: string): string {
    const otherwise = `${this.named(cascadeByValue)}(${value}, violations, ancestors, ${this.named(this.classes)});`;
    if (into.kind === 'byValue') return otherwise;
    return lines([`if (typeof ${value} === 'object' && ${value} !== null) {`, this.declaredCascade(into, value, otherwise), '}']);
  }

  private declaredCascade(into: Exclude<Cascade, { kind: 'byValue' }>, value: string, otherwise: string): string {
    if (into.kind === 'class') return this.classCascade(into, value);
    if (into.kind === 'optional') {
      const content = this.code.name('v');
      return lines([
        `if (${value} instanceof ${this.named(Optional)}) {`,
        `const ${content} = ${this.named(contentOf)}(${value});`,
        this.cascade(into.element, content),
        `} else ${otherwise}`,
      ]);
    }
    const check = this.declare('const', 'f', this.lambda(this.cascade(into.element, 'value')));
    const isKind = this.containerTest(into.kind, value);
    const walk = into.kind === 'list' ? this.loop(value, check) : `${this.named(eachElement)}(${value}, ${check}, violations, ancestors);`;
    return lines([`if (${isKind}) {`, walk, `} else ${otherwise}`]);
  }

  private containerTest(kind: 'list' | 'set' | 'record' | 'map', value: string): string {
    if (kind === 'list') return `Array.isArray(${value})`;
    if (kind === 'record') return `${this.named(isPlainObject)}(${value})`;
    return `${value} instanceof ${kind === 'set' ? 'Set' : 'Map'}`;
  }

  /** An instance of just the declared class is the common case, and its check is known; it is asked for when first needed, since classes may go in circles. */
  private classCascade({ type }: Extract<Cascade, { kind: 'class' }>, value: string): string {
    const known = this.declare('let', 'k', 'undefined');
    const [declared, classes] = [this.named(type), this.named(this.classes)];
    const exact = `(${known} ??= ${classes}(${declared}))(${value}, violations, ancestors);`;
    const other = `${classes}(${this.named(classToApply)}(${value}, ${declared}))(${value}, violations, ancestors);`;
    const isNew = `!ancestors.includes(${value})`;
    const onExact = cascades(planOf(type)) ? `if (${isNew}) ${exact}` : exact;
    return lines([`if (${value}.constructor === ${declared}) {`, onExact, `} else if (${isNew}) ${other}`]);
  }

  private validationMethod(plan: ClassPlan, method: ValidationMethodPlan): string {
    const answer = this.code.name('a');
    const failed = (outcome: MethodFailure) => new ValidationMethodError(plan.type.name, method.name, outcome);
    return lines([
      `let ${answer};`,
      `try { ${answer} = ${this.prototype(plan)}[${literal(method.name)}].call(value); } catch (threw) { throw ${this.named(failed)}({ threw }); }`,
      `if (${answer} === false) violations.push(${this.named(methodViolation)}(${this.named(method)}, value));`,
      `else if (${answer} !== true) throw ${this.named(failed)}({ returned: ${answer} });`,
    ]);
  }

  private prototype(plan: ClassPlan): string {
    return this.named(plan.type.prototype);
  }

  private named(value: unknown): string {
    return this.code.value(value);
  }

  /** A function or variable beside the one in the making; yields its name. */
  private declare(keyword: 'const' | 'let', prefix: string, value: string): string {
    const name = this.code.name(prefix);
    this.code.add(`${keyword} ${name} = ${value};`);
    return name;
  }

  private lambda(body: string): string {
    return `(value, violations, ancestors) => {\n${body}\n}`;
  }
}

/** Whether a validation of such an object goes on to others. */
function cascades(plan: ClassPlan): boolean {
  return plan.properties.some(({ value }) => value.cascade !== undefined);
}

/** Steps that follow each other and look at the same thing. */
function runsOf(steps: readonly ValueStep[]): readonly { readonly looksAt: ValueStep['looksAt']; readonly run: readonly ValueStep[] }[] {
  const runs: { readonly looksAt: ValueStep['looksAt']; readonly run: ValueStep[] }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.looksAt === step.looksAt) last.run.push(step);
    else runs.push({ looksAt: step.looksAt, run: [step] });
  }
  return runs;
}

function isMissing(value: string): string {
  return `${value} === undefined || ${value} === null`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
