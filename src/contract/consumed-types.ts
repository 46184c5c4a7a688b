import { MediaType } from '../http/media-type.js';
import { settled } from '../reflection/type-ref.js';
import { readsForm, readsUploads } from './argument-model.js';
import { isForm } from './body-types.js';
import type { CallableModel } from './endpoint-model.js';

/** The media types that a method reads; undefined where it reads no body, so that any content is accepted. */
export function consumedTypes(
  { name, arguments: args }: CallableModel,
  verb: string,
  written: readonly string[] | undefined,
  problems: string[],
): readonly MediaType[] | undefined {
  const bodies = args.filter((argument) => argument.kind === 'body');
  const takesUploads = readsUploads(args);
  const takesForm = readsForm(args) || takesUploads;
  if (bodies.length > 1) {
    const places = bodies.map(({ parameter }) => parameter.index + 1).join(' and ');
    problems.push(
      `${name}: parameters ${places} have no annotation, but a request has only one body; say where the others come from, as in @QueryParam('x')`,
    );
  }
  if (bodies.length > 0 && takesForm)
    problems.push(
      `${name}: reads the body as a form and as a whole; take either the @FormParam parameters or the one without an annotation`,
    );
  if ((bodies.length > 0 || takesForm) && bodiless.has(verb)) {
    const what = takesForm ? 'a form' : `parameter ${bodies[0]!.parameter.index + 1} without an annotation, which would be the body`;
    problems.push(
      `${name}: has ${what}, but the body of a ${verb} request means nothing (RFC 9110 §9.3); say where it comes from, as in @QueryParam('x'), or use @POST`,
    );
  }
  const consumes = written === undefined ? undefined : parsedTypes(written, `${name}: @Consumes`, problems);
  if (args.some(({ kind }) => kind === 'parts') && (readsForm(args) || args.some(({ kind }) => kind === 'file')))
    problems.push(`${name}: reads the form part by part and as a whole; take either @Parts or the @FormParam and @FormFile parameters`);
  if (takesUploads && consumes?.every((one) => one.isCompatible(MediaType.multipart)) === false)
    problems.push(`${name}: takes files but consumes other content than multipart/form-data; leave @Consumes out, or split the method`);
  else if (takesForm && consumes?.some((one) => one.isCompatible(MediaType.form) || one.isCompatible(MediaType.multipart)) === false)
    problems.push(
      `${name}: has a @FormParam but does not consume forms; add @Consumes('application/x-www-form-urlencoded') or leave @Consumes out`,
    );
  if (consumes !== undefined) return consumes;
  if (takesUploads) return [MediaType.multipart];
  if (takesForm || bodies.some(({ type }) => isForm(settled(type)))) return [MediaType.form];
  return bodies.length > 0 ? [MediaType.json] : undefined;
}

/** The media types that an annotation names; malformed ones are added to the problems. */
export function parsedTypes(written: readonly string[], where: string, problems: string[]): readonly MediaType[] {
  return written.flatMap((text) => {
    const type = MediaType.tryParse(text);
    if (type === undefined) problems.push(`${where}: "${text}" is not a media type; write it as in "application/json"`);
    return type ?? [];
  });
}

/** Content has no meaning in these requests, and proxies drop it. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
