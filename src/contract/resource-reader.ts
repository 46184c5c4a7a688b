import { modelOf } from '../reflection/class-model.js';
import type { ClassModel, MethodModel } from '../reflection/class-model.js';
import { describeType, settled } from '../reflection/type-ref.js';
import type { Class } from '../reflection/type-ref.js';
import { groupsOfEndpoint } from '../validation/endpoint-groups.js';
import { readAccess } from './access-reader.js';
import { ContextKind, SourceAnnotation } from './annotations/parameter-annotations.js';
import { DeclarationKind, HttpMethodKind, PathKind } from './annotations/routing-annotations.js';
import { groupProblems } from './chosen-groups.js';
import { declaredArguments, hasArgumentAnnotations } from './declared-arguments.js';
import type { CallableModel, EndpointModel, LocatorModel, ResourceModel } from './endpoint-model.js';
import { readEndpoint } from './endpoint-reader.js';
import { PathTemplate } from './path-template.js';
import { variableProblems } from './path-variables.js';

/** Where a resource class is read from, and where its problems go. */
export interface ResourcePlace {
  /** The `@Path` of a sub-resource's class plays no part. */
  readonly at: 'root' | 'sub-resource';
  /** The variables of the path before a sub-resource. */
  readonly variables: readonly string[];
  /** The class that stands for the whole request: a method that takes it may read path variables from there. */
  readonly requestClass: Class;
  readonly problems: string[];
}

/** Reads the annotations of a resource class. Everything that cannot work is added to the problems and left out of the model. */
export function readResource(type: Class, place: ResourcePlace): ResourceModel {
  const model = modelOf(type);
  const { problems } = place;
  problems.push(...model.misplaced, ...parameterFieldProblems(model));
  const root = place.at === 'root' ? rootTemplate(model, problems) : PathTemplate.parse('/');
  const endpoints: EndpointModel[] = [];
  const locators: LocatorModel[] = [];
  for (const method of model.methods) {
    const verbs = method.annotations.all(HttpMethodKind);
    if (verbs.length === 0 && !method.annotations.has(PathKind)) {
      if (hasArgumentAnnotations(method))
        problems.push(`${type.name}.${method.name}: has parameters of a request but answers none; mark it @GET, @POST or the like`);
      continue;
    }
    const callable = readCallable(model, method, root, place);
    if (callable === undefined) continue;
    if (verbs.length === 0) {
      problems.push(...locatorProblems(method, callable.name));
      locators.push({ ...callable, subResource: declaredClass(method) });
    }
    for (const verb of verbs) endpoints.push(readEndpoint(callable, verb, model.annotations, problems));
  }
  return { type, endpoints, locators };
}

/** A method with a path alone finds a sub-resource; where it cannot, its HTTP method was forgotten. */
function locatorProblems(method: MethodModel, name: string): readonly string[] {
  const returned = settled(method.returns);
  const what = returned.kind === 'class' ? unanswering(returned.type) : returned.kind === 'unknown' ? undefined : describeType(returned);
  if (what === undefined) return [];
  return [
    `${name}: has a @Path and no HTTP method, so it should find a sub-resource, but it returns ${what}; mark it @GET, @POST or the like`,
  ];
}

function unanswering(type: Class): string | undefined {
  const answers = modelOf(type).methods.some(({ annotations }) => annotations.has(HttpMethodKind) || annotations.has(PathKind));
  return answers ? undefined : `${type.name}, which answers no requests`;
}

function parameterFieldProblems({ fields, name }: ClassModel): readonly string[] {
  return fields
    .filter(({ annotations }) => annotations.has(SourceAnnotation) || annotations.has(ContextKind))
    .map(
      (field) =>
        `${name}.${field.name}: a resource serves many requests at a time, so a parameter cannot be its field; make it a parameter of the method`,
    );
}

/** The path of a resource class, which must have one and must answer something below it. */
function rootTemplate({ name, annotations, methods }: ClassModel, problems: string[]): PathTemplate | undefined {
  const path = annotations.first(PathKind);
  if (path === undefined) problems.push(`${name}: has no @Path, and every resource says where it is; mark the class as in @Path('/hello')`);
  if (!methods.some((method) => method.annotations.has(HttpMethodKind) || method.annotations.has(PathKind)))
    problems.push(`${name}: has a @Path but answers nothing below it; mark a method @GET, @POST or the like`);
  return path === undefined ? undefined : parsedTemplate(path, name, problems);
}

function readCallable(
  { type, annotations }: ClassModel,
  method: MethodModel,
  root: PathTemplate | undefined,
  place: ResourcePlace,
): CallableModel | undefined {
  const { problems } = place;
  const name = `${type.name}.${method.name}`;
  const own = parsedTemplate(method.annotations.first(PathKind) ?? '/', name, problems);
  const template = root === undefined || own === undefined ? undefined : parsedTemplate(`${root.text}/${own.text}`, name, problems);
  if (template === undefined) return undefined;
  const args = declaredArguments(method, name, problems);
  const variables = [...place.variables, ...template.variables];
  problems.push(...variableProblems({ name, template, variables, arguments: args }, place.requestClass));
  const groups = groupsOfEndpoint(method);
  problems.push(...(groups.problem === undefined ? groupProblems(method, name) : [groups.problem]));
  const declaration = method.annotations.first(DeclarationKind);
  const access = readAccess({ name, ofMethod: method.annotations, ofClass: annotations, arguments: args }, problems);
  return { resource: type, method, name, template, variables, arguments: args, groups, declaration, access };
}

function parsedTemplate(text: string, where: string, problems: string[]): PathTemplate | undefined {
  try {
    return PathTemplate.parse(text);
  } catch (error) {
    problems.push(`${where}: ${(error as Error).message}`);
    return undefined;
  }
}

function declaredClass(method: MethodModel): Class | undefined {
  const returned = settled(method.returns);
  return returned.kind === 'class' ? returned.type : undefined;
}
