import type { BeanFieldModel, BeanModel } from '../../contract/argument-model.js';
import type { Check, Violation } from '../../validation/violation.js';
import { beanMessages } from '../exceptions/violation-messages.js';
import { compileParameter, malformedValue } from './parameter-compiler.js';
import type { ParameterScope, ReadParameter } from './parameter-compiler.js';
import { noTexts } from './request-texts.js';
import type { RequestTexts } from './request-texts.js';

/** What is needed to compile a bean: where messages place it ("getBean.arg0"), and what checks it as a whole. */
export interface BeanCompilation {
  readonly argument: string;
  readonly check: Check | undefined;
  readonly scope: ParameterScope;
  readonly problems: string[];
}

/** The function that makes a bean and fills it; a missing parameter leaves what the field was initialised with. */
export function compileBean(bean: BeanModel, compilation: BeanCompilation): ReadParameter {
  const fill = compileFields(bean, compilation);
  const { check } = compilation;
  const describe = beanMessages(bean.fields, compilation.argument);
  const positions = new Map(bean.fields.map(({ name }, index) => [name, index]));
  const positionOf = (violation: Violation): number => {
    const [first] = violation.nodes;
    return first?.kind === 'property' ? (positions.get(first.name) ?? Infinity) : Infinity;
  };
  compilation.problems.push(...unusableDefaults(bean, fill, check));
  return (texts, reporter) => {
    const malformed: FieldMessage[] = [];
    const value = fill(texts, malformed);
    if (check === undefined) {
      for (const { message } of malformed) reporter.refuse(message);
      return value;
    }
    const found: Violation[] = [];
    check(value, found);
    if (found.length === 0 && malformed.length === 0) return value;
    const messages = found.map((violation): FieldMessage => ({ position: positionOf(violation), message: describe(violation), violation }));
    // A malformed field has no value, and nothing more is to be said about that.
    const sound = messages.filter(({ position }) => !malformed.some((one) => one.position === position));
    for (const { message, violation } of [...malformed, ...sound].toSorted((a, b) => a.position - b.position))
      reporter.refuse(message, violation);
    return value;
  };
}

interface FieldMessage {
  readonly position: number;
  readonly message: string;
  readonly violation?: Violation;
}

type FillBean = (texts: RequestTexts, malformed: FieldMessage[]) => object;

function compileFields(bean: BeanModel, compilation: BeanCompilation): FillBean {
  const make = bean.type as unknown as new () => Record<string, unknown>;
  const fields = bean.fields.map((field, position) => ({ name: field.name, position, read: compileField(field, bean, compilation) }));
  return (texts, malformed) => {
    const made = new make();
    for (const { name, position, read } of fields) {
      const value = read(texts, { refuse: (message) => malformed.push({ position, message }) });
      if (value !== undefined && value !== malformedValue) made[name] = value;
    }
    return made;
  };
}

/** Defaults that are malformed, or that the constraints of their field refuse: every request without the parameter would be refused. */
function unusableDefaults(bean: BeanModel, fill: FillBean, check: Check | undefined): readonly string[] {
  if (bean.fields.every(({ defaultText }) => defaultText === undefined)) return [];
  const malformed: FieldMessage[] = [];
  const found: Violation[] = [];
  try {
    check?.(fill(noTexts, malformed), found);
  } catch {
    // A constructor or validation method that needs the other parameters says nothing of the defaults.
    return [];
  }
  return bean.fields.flatMap(({ name, defaultText }, position) => {
    if (defaultText === undefined) return [];
    const reasons = [
      ...malformed.filter((one) => one.position === position).map(({ message }) => message),
      ...found.filter(({ nodes: [first] }) => first?.kind === 'property' && first.name === name).map(({ message }) => `it ${message}`),
    ];
    return reasons.map((reason) => `${bean.type.name}.${name}: the @DefaultValue('${defaultText}') cannot be used: ${reason}`);
  });
}

function compileField(field: BeanFieldModel, bean: BeanModel, compilation: BeanCompilation): ReadParameter {
  const { source } = field;
  if (!('from' in source)) {
    const fill = compileFields(source, compilation);
    return (texts, reporter) => {
      const malformed: FieldMessage[] = [];
      const value = fill(texts, malformed);
      for (const { message } of malformed) reporter.refuse(message);
      return value;
    };
  }
  const read = compileParameter({ source, type: field.type, defaultText: field.defaultText }, compilation.scope);
  if (read !== undefined) return read;
  compilation.problems.push(noConversion(`${bean.type.name}.${field.name}`));
  return () => undefined;
}

/** What to tell the developer whose type no text can become. */
export function noConversion(where: string): string {
  return `${where}: no text can become a value of its type; use a plain type, extend AbstractParam, give the class a static fromString(text), or add a ParameterConverter`;
}
