import type { AnnotationKind } from '../reflection/annotation.js';
import { modelOf } from '../reflection/class-model.js';
import type { FieldModel, MethodModel, ParameterModel } from '../reflection/class-model.js';
import { missingType } from '../reflection/missing-type.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Wrapper } from '../values/wrapper.js';
import { AuthKind } from './annotations/access-annotations.js';
import { BeanParamKind, ContextKind, DefaultValueKind, SourceAnnotation, annotationOfSource } from './annotations/parameter-annotations.js';
import { FormFileKind, PartsKind } from './annotations/upload-annotations.js';
import type { ArgumentModel, BeanFieldModel, BeanModel } from './argument-model.js';

/** Where each argument of a method comes from; what cannot work is added to the problems. */
export function declaredArguments(method: MethodModel, name: string, problems: string[]): readonly ArgumentModel[] {
  return method.parameters.flatMap((parameter) => argumentOf(parameter, `${name}, parameter ${parameter.index + 1}`, problems) ?? []);
}

/** True where a parameter says that it comes from a request. */
export function hasArgumentAnnotations({ parameters }: MethodModel): boolean {
  return parameters.some(({ annotations }) => annotations.has(SourceAnnotation) || otherKinds.some((kind) => annotations.has(kind)));
}

const otherKinds: readonly AnnotationKind<unknown>[] = [BeanParamKind, ContextKind, AuthKind, FormFileKind, PartsKind];

function argumentOf(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel | undefined {
  const { annotations, type } = parameter;
  const sources = annotations.all(SourceAnnotation);
  const kinds = sources.length + otherKinds.filter((kind) => annotations.has(kind)).length;
  if (kinds > 1) {
    problems.push(`${where}: has ${kinds} annotations that say where it comes from; keep one of them`);
    return undefined;
  }
  if (sources.length === 0 && annotations.has(DefaultValueKind)) {
    problems.push(`${where}: has a @DefaultValue but no source that could leave it out, as @QueryParam('x') can`);
  }
  if (annotations.has(BeanParamKind)) return beanArgument(parameter, where, problems);
  if (annotations.has(ContextKind)) return contextArgument(parameter, where, problems);
  if (annotations.has(AuthKind)) return principalArgument(parameter, where, problems);
  if (annotations.has(FormFileKind)) return fileArgument(parameter, where, problems);
  if (annotations.has(PartsKind)) return { kind: 'parts', parameter };
  const [source] = sources;
  const missing = missingType(type, where, source === undefined ? '@Valid(%)' : `${annotationOfSource(source)}('${source.name}', %)`);
  if (missing !== undefined) {
    problems.push(missing);
    return undefined;
  }
  if (source === undefined) return bodyArgument(parameter, where, problems);
  return { kind: 'source', parameter, source, defaultText: annotations.first(DefaultValueKind) };
}

function fileArgument(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel {
  const file = parameter.annotations.first(FormFileKind)!;
  const { kind } = settled(parameter.type);
  // Compilers that leave no types behind do not tell a list; who names a count takes several.
  const isList = kind === 'list' || (kind === 'unknown' && file.maxCount !== undefined);
  if (!isList && file.maxCount !== undefined && file.maxCount !== 1)
    problems.push(
      `${where}: takes one file, so that maxCount: ${file.maxCount} has no meaning; declare it as UploadedFile[] or leave maxCount out`,
    );
  return { kind: 'file', parameter, file, isList };
}

function bodyArgument(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel | undefined {
  const type = settled(parameter.type);
  if (type.kind === 'class' && type.type.prototype instanceof Wrapper) {
    problems.push(`${where}: ${type.type.name} is made from the text of a parameter; say where that comes from, as in @QueryParam('x')`);
    return undefined;
  }
  return { kind: 'body', parameter, type: parameter.type };
}

function beanArgument(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel | undefined {
  const type = settled(parameter.type);
  if (type.kind !== 'class') {
    problems.push(`${where}: a @BeanParam must be declared as a class whose fields carry the parameter annotations`);
    return undefined;
  }
  return { kind: 'bean', parameter, bean: beanModel(type.type, where, problems, []) };
}

function beanModel(type: Class, where: string, problems: string[], outer: readonly Class[]): BeanModel {
  if (outer.includes(type)) {
    problems.push(`${where}: the bean ${type.name} holds itself; a bean parameter must end somewhere`);
    return { type, fields: [] };
  }
  if (type.length > 0) problems.push(`${where}: the constructor of ${type.name} takes arguments, but bean parameters are made without any`);
  const fields = modelOf(type).fields.flatMap((field) => beanField(field, `${type.name}.${field.name}`, problems, [...outer, type]) ?? []);
  if (fields.length === 0) problems.push(`${where}: no field of ${type.name} has a parameter annotation, as in @QueryParam('x')`);
  return { type, fields };
}

function beanField(field: FieldModel, where: string, problems: string[], outer: readonly Class[]): BeanFieldModel | undefined {
  const { annotations, name, type } = field;
  const sources = annotations.all(SourceAnnotation);
  const common = { name, type, isField: field.access === 'field', defaultText: annotations.first(DefaultValueKind) };
  if (annotations.has(BeanParamKind)) {
    const inner = settled(type);
    if (inner.kind === 'class') return { ...common, source: beanModel(inner.type, where, problems, outer) };
    problems.push(`${where}: a @BeanParam must be declared as a class whose fields carry the parameter annotations`);
    return undefined;
  }
  const [source] = sources;
  if (source === undefined) return undefined;
  if (sources.length > 1) problems.push(`${where}: has ${sources.length} annotations that say where it comes from; keep one of them`);
  if (field.access === 'getter')
    problems.push(`${where}: has no setter, so it cannot take the value of ${annotationOfSource(source)}('${source.name}')`);
  const missing = missingType(type, where, `${annotationOfSource(source)}('${source.name}', %)`);
  if (missing !== undefined) {
    problems.push(missing);
    return undefined;
  }
  return { ...common, source };
}

function contextArgument(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel | undefined {
  const type = settled(parameter.type);
  const context = parameter.annotations.first(ContextKind) ?? (type.kind === 'class' ? type.type : undefined);
  if (context !== undefined) return { kind: 'context', parameter, context };
  problems.push(
    isForgotten(type)
      ? `${unknownContext(where)}; "import type" makes the compiler forget the class, so write "import"`
      : unknownContext(where),
  );
  return undefined;
}

/** True for what tsc leaves of a class that was imported with "import type". */
function isForgotten(type: TypeRef): boolean {
  return type.kind === 'unknown' && (type.found === 'Function' || type.found === 'Object');
}

function principalArgument(parameter: ParameterModel, where: string, problems: string[]): ArgumentModel | undefined {
  const type = settled(parameter.type);
  const named = parameter.annotations.first(AuthKind);
  if (type.kind === 'optional') return { kind: 'principal', parameter, principal: named, isOptional: true };
  if (type.kind === 'class' || type.kind === 'unknown')
    return { kind: 'principal', parameter, principal: named ?? (type.kind === 'class' ? type.type : undefined), isOptional: false };
  problems.push(
    `${where}: @Auth gives the caller, which is an object of a class of yours; declare it as that class, or as an Optional of it`,
  );
  return undefined;
}

/** What to tell the developer whose `@Context` parameter names neither a key nor a class that the framework knows. */
export function unknownContext(where: string): string {
  return `${where}: @Context knows RequestContext, SecurityContext and AbortSignal by their class; for anything else name its key, as in @Context(CurrentUser)`;
}
