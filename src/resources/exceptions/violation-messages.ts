import { describeSource } from '../../contract/annotations/parameter-annotations.js';
import type { BeanFieldModel } from '../../contract/argument-model.js';
import type { Violation } from '../../validation/violation.js';
import { describeViolation } from '../../validation/violation.js';

/** Puts a violation in the words of whoever sent the value. */
export type DescribeViolation = (violation: Violation) => string;

/** "query param n must be …", "context may not be null". */
export function parameterMessages(parameter: string): DescribeViolation {
  return (violation) => {
    if (violation.validationMethod !== undefined) return violation.message;
    const separator = violation.path === '' || violation.path.startsWith('[') ? '' : '.';
    return `${parameter}${separator}${violation.path} ${violation.message}`;
  };
}

/** "The request body may not be null", "address.street may not be empty". */
export function bodyMessage(violation: Violation): string {
  const described = describeViolation(violation);
  return violation.path === '' && violation.validationMethod === undefined ? `The request body ${described}` : described;
}

/** "server response may not be null", "server response representation.name may not be empty". */
export function returnMessage({ path, message }: Violation): string {
  // Here, unlike in requests, the path stays in front of a validation method's message: it is the developer who reads it.
  return path === '' ? `server response ${message}` : `server response ${path} ${message}`;
}

/** Where a field carries the annotation, its parameter's name; where a setter does, the path to the field: "getBean.arg0.field may not be empty". */
export function beanMessages(fields: readonly BeanFieldModel[], argument: string): DescribeViolation {
  const parameters = new Map<string, DescribeViolation>();
  for (const { name, isField, source } of fields) {
    if (isField && 'from' in source) parameters.set(name, parameterMessages(describeSource(source)));
  }
  return (violation) => {
    if (violation.validationMethod !== undefined) return violation.message;
    const [first, ...rest] = violation.nodes;
    const describe = first?.kind === 'property' ? parameters.get(first.name) : undefined;
    if (describe === undefined)
      return violation.path === '' ? `${argument} ${violation.message}` : `${argument}.${violation.path} ${violation.message}`;
    return describe({
      ...violation,
      path: rest.length === 0 ? '' : violation.path.slice((first as { name: string }).name.length),
      message: violation.message,
      validationMethod: undefined,
    });
  };
}
