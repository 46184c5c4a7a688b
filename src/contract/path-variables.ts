import type { Class } from '../reflection/type-ref.js';
import { sourcesOf } from './argument-model.js';
import type { CallableModel } from './endpoint-model.js';

/** Path parameters without a variable in the path, and variables that no parameter takes. */
export function variableProblems(
  { name, template, variables, arguments: args }: Pick<CallableModel, 'name' | 'template' | 'variables' | 'arguments'>,
  requestClass: Class,
): readonly string[] {
  const read = new Set(args.flatMap(sourcesOf).flatMap((source) => (source.from === 'path' ? [source.name] : [])));
  const withoutVariable = [...read]
    .filter((wanted) => !variables.includes(wanted))
    .map((wanted) => `${name}: @PathParam('${wanted}') has no variable {${wanted}} in its path ${template.text}`);
  if (args.some((argument) => argument.kind === 'context' && argument.context === requestClass)) return withoutVariable;
  const unread = template.variables
    .filter((variable) => !read.has(variable))
    .map(
      (variable) =>
        `${name}: nothing takes the variable {${variable}} of its path ${template.text}; add a parameter with @PathParam('${variable}')`,
    );
  return [...withoutVariable, ...unread];
}
