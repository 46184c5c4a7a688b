import { MediaType } from '../../http/media-type.js';
import { modelOf } from '../../reflection/class-model.js';
import type { ClassModel, MethodModel } from '../../reflection/class-model.js';
import { settled } from '../../reflection/type-ref.js';
import type { Class } from '../../reflection/type-ref.js';
import { ValidKind } from '../../validation/constraint-annotations.js';
import { RestrictionKind } from '../../validation/constraint.js';
import { groupsOfEndpoint } from '../../validation/endpoint-groups.js';
import { CacheControlKind, MaxBodySizeKind, TimeoutKind } from '../annotations/method-annotations.js';
import { NameBindingKind } from '../annotations/name-binding.js';
import { BeanParamKind, ContextKind, SourceAnnotation } from '../annotations/parameter-annotations.js';
import { ConsumesKind, HttpMethodKind, PathKind, ProducesKind } from '../annotations/routing-annotations.js';
import { PathTemplate } from '../routing/path-template.js';
import { argumentModels, sourcesOf } from './argument-model.js';
import { isForm } from './body-types.js';
import type { ArgumentModel, EndpointModel, LocatorModel, ResourceModel } from './endpoint-model.js';

/** Where a resource is looked at from: the path before it, and the list that takes what is wrong with it. */
export interface ResourcePlace {
  /** Undefined for a sub-resource, whose own `@Path` plays no part. */
  readonly at: 'root' | 'sub-resource';
  /** The variables of the path before a sub-resource. */
  readonly variables: readonly string[];
  readonly problems: string[];
}

/** Reads a resource class; everything wrong with it is added to the problems, and what is wrong is left out of the model. */
export function resourceModel(type: Class, place: ResourcePlace): ResourceModel {
  const model = modelOf(type);
  place.problems.push(...model.misplaced.map((what) => `${what}: it can do nothing there`));
  for (const field of model.fields) {
    if (field.annotations.has(SourceAnnotation) || field.annotations.has(ContextKind)) {
      place.problems.push(
        `${type.name}.${field.name}: a resource serves many requests at a time, so a parameter cannot be its field; make it a parameter of the method`,
      );
    }
  }
  const root = place.at === 'root' ? rootOf(model, place.problems) : PathTemplate.parse('/');
  const endpoints: EndpointModel[] = [];
  const locators: LocatorModel[] = [];
  for (const method of model.methods) {
    const name = `${type.name}.${method.name}`;
    const verbs = method.annotations.all(HttpMethodKind);
    const path = method.annotations.first(PathKind);
    if (verbs.length === 0 && path === undefined) {
      if (hasParameterAnnotations(method))
        place.problems.push(`${name}: has parameters of a request but answers none; mark it @GET, @POST or the like`);
      continue;
    }
    const own = path === undefined ? PathTemplate.parse('/') : templateOf(path, name, place.problems);
    if (root === undefined || own === undefined) continue;
    const common = callable(type, method, joined(root, own, name, place), place);
    if (common === undefined) continue;
    if (verbs.length === 0) locators.push({ ...common, subResource: subResourceOf(method) });
    for (const verb of verbs) endpoints.push(endpointOf(common, verb, type, place.problems));
  }
  return { type, endpoints, locators };
}

/** The path of a resource class, which has one and answers something below it. */
function rootOf({ name, annotations, methods }: ClassModel, problems: string[]): PathTemplate | undefined {
  const path = annotations.first(PathKind);
  if (path === undefined) problems.push(`${name}: has no @Path, and every resource says where it is; mark the class as in @Path('/hello')`);
  if (!methods.some((method) => method.annotations.has(HttpMethodKind) || method.annotations.has(PathKind)))
    problems.push(`${name}: has a @Path but answers nothing below it; mark a method @GET, @POST or the like`);
  return path === undefined ? undefined : templateOf(path, name, problems);
}

type Common = Pick<EndpointModel, 'resource' | 'method' | 'name' | 'template' | 'variables' | 'arguments' | 'groups'>;

function callable(resource: Class, method: MethodModel, template: PathTemplate | undefined, place: ResourcePlace): Common | undefined {
  if (template === undefined) return undefined;
  const name = `${resource.name}.${method.name}`;
  const variables = [...place.variables, ...template.variables];
  const args = argumentModels(method, name, place.problems);
  checkVariables(name, template, variables, args, place.problems);
  const groups = groupsOfEndpoint(method);
  if (groups.problem !== undefined) place.problems.push(groups.problem);
  return { resource, method, name, template, variables, arguments: args, groups };
}

function endpointOf(common: Common, verb: string, type: Class, problems: string[]): EndpointModel {
  const { method, name } = common;
  const { annotations } = method;
  const ofClass = modelOf(type).annotations;
  if (!/^[A-Z][A-Z0-9_-]*$/.test(verb))
    problems.push(`${name}: "${verb}" cannot be an HTTP method; write it in capital letters, as in @HttpMethod('PURGE')`);
  const written = annotations.first(ProducesKind) ?? ofClass.first(ProducesKind);
  const isConstrained = annotations.has(RestrictionKind) || annotations.has(ValidKind);
  return {
    ...common,
    httpMethod: verb,
    consumes: consumesOf(common, verb, annotations.first(ConsumesKind) ?? ofClass.first(ConsumesKind), problems),
    produces: written === undefined ? [MediaType.json] : writtenTypes(mediaTypes(written, `${name}: @Produces`, problems), name, problems),
    namesMediaType: written !== undefined,
    cacheControl: annotations.first(CacheControlKind) ?? ofClass.first(CacheControlKind),
    timeout: annotations.first(TimeoutKind) ?? ofClass.first(TimeoutKind),
    maxBodySize: annotations.first(MaxBodySizeKind) ?? ofClass.first(MaxBodySizeKind),
    bindings: [...ofClass.all(NameBindingKind), ...annotations.all(NameBindingKind)],
    isProperty: method.name.startsWith('get') && method.parameters.length === 0 && isConstrained,
  };
}

function consumesOf(
  common: Common,
  verb: string,
  written: readonly string[] | undefined,
  problems: string[],
): readonly MediaType[] | undefined {
  const { name } = common;
  const bodies = common.arguments.filter((one) => one.kind === 'body');
  const readsForm = common.arguments.some((one) => sourcesOf(one).some(({ from }) => from === 'form field'));
  if (bodies.length > 1) {
    const places = bodies.map((one) => one.parameter.index + 1).join(' and ');
    problems.push(
      `${name}: parameters ${places} have no annotation, but a request has only one body; say where the others come from, as in @QueryParam('x')`,
    );
  }
  if (bodies.length > 0 && readsForm)
    problems.push(
      `${name}: reads the body as a form and as a whole; take either the @FormParam parameters or the one without an annotation`,
    );
  if ((bodies.length > 0 || readsForm) && bodiless.has(verb)) {
    const what = readsForm ? 'a form' : `parameter ${bodies[0]!.parameter.index + 1} without an annotation, which would be the body`;
    problems.push(
      `${name}: has ${what}, but the body of a ${verb} request means nothing (RFC 9110 §9.3); say where it comes from, as in @QueryParam('x'), or use @POST`,
    );
  }
  const consumes = written === undefined ? undefined : mediaTypes(written, `${name}: @Consumes`, problems);
  if (readsForm) {
    if (consumes?.some((one) => one.isCompatible(MediaType.form)) === false) {
      problems.push(
        `${name}: has a @FormParam but does not consume forms; add @Consumes('application/x-www-form-urlencoded') or leave @Consumes out`,
      );
    }
    return consumes ?? [MediaType.form];
  }
  if (bodies.some((body) => isForm(settled(body.type)))) return consumes ?? [MediaType.form];
  return consumes ?? (bodies.length > 0 ? [MediaType.json] : undefined);
}

function writtenTypes(types: readonly MediaType[], name: string, problems: string[]): readonly MediaType[] {
  const other = types.find(({ charset }) => charset !== undefined && charset !== 'utf-8');
  if (other !== undefined)
    problems.push(
      `${name}: @Produces("${other.toString()}"): text is written in UTF-8; leave the charset out, or return bytes and set the type on a Reply`,
    );
  return types;
}

/** GET, HEAD and OPTIONS: content has no meaning there, and proxies drop it. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function mediaTypes(written: readonly string[], where: string, problems: string[]): readonly MediaType[] {
  return written.flatMap((text) => {
    const type = MediaType.tryParse(text);
    if (type === undefined) problems.push(`${where}: "${text}" is no media type; write it as in "application/json"`);
    return type ?? [];
  });
}

function checkVariables(
  name: string,
  template: PathTemplate,
  variables: readonly string[],
  args: readonly ArgumentModel[],
  problems: string[],
): void {
  const read = new Set(args.flatMap(sourcesOf).flatMap((source) => (source.from === 'path param' ? [source.name] : [])));
  for (const wanted of read) {
    if (!variables.includes(wanted))
      problems.push(`${name}: @PathParam('${wanted}') has no variable {${wanted}} in its path ${template.text}`);
  }
  // Who takes the whole request may read the variables from there.
  if (args.some((one) => one.kind === 'context' && one.context === 'request')) return;
  for (const variable of template.variables) {
    if (!read.has(variable))
      problems.push(
        `${name}: nothing takes the variable {${variable}} of its path ${template.text}; add a parameter with @PathParam('${variable}')`,
      );
  }
}

function templateOf(text: string, where: string, problems: string[]): PathTemplate | undefined {
  try {
    return PathTemplate.parse(text);
  } catch (error) {
    problems.push(`${where}: ${(error as Error).message}`);
    return undefined;
  }
}

function joined(root: PathTemplate, own: PathTemplate, name: string, place: ResourcePlace): PathTemplate | undefined {
  return templateOf(`${root.text}/${own.text}`, name, place.problems);
}

function subResourceOf(method: MethodModel): Class | undefined {
  const returned = settled(method.returns);
  return returned.kind === 'class' ? returned.type : undefined;
}

function hasParameterAnnotations(method: MethodModel): boolean {
  return method.parameters.some(
    ({ annotations }) => annotations.has(SourceAnnotation) || annotations.has(BeanParamKind) || annotations.has(ContextKind),
  );
}
