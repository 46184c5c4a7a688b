import type { ParameterModel } from '../reflection/class-model.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import type { ContextKey } from './annotations/context-key.js';
import type { ParameterSourceUse } from './annotations/parameter-annotations.js';
import type { FormFileUse } from './annotations/upload-annotations.js';

/** Where one argument of a method comes from. */
export type ArgumentModel =
  | {
      readonly kind: 'source';
      readonly parameter: ParameterModel;
      readonly source: ParameterSourceUse;
      readonly defaultText: string | undefined;
    }
  | { readonly kind: 'bean'; readonly parameter: ParameterModel; readonly bean: BeanModel }
  | { readonly kind: 'context'; readonly parameter: ParameterModel; readonly context: ContextSource }
  | PrincipalArgument
  | FileArgument
  | { readonly kind: 'parts'; readonly parameter: ParameterModel }
  | BodyArgument;

/** The argument that takes the caller: a parameter marked `@Auth`. */
export interface PrincipalArgument {
  readonly kind: 'principal';
  readonly parameter: ParameterModel;
  /** The principal's class; undefined where the declaration does not tell. */
  readonly principal: Class | undefined;
  /** True for an `Optional`, which is absent where the caller is anonymous. */
  readonly isOptional: boolean;
}

/** An argument that takes files of a multipart form. */
export interface FileArgument {
  readonly kind: 'file';
  readonly parameter: ParameterModel;
  readonly file: FormFileUse;
  /** True where it takes all files of the field. */
  readonly isList: boolean;
}

/** The argument that takes the request's body. */
export interface BodyArgument {
  readonly kind: 'body';
  readonly parameter: ParameterModel;
  readonly type: TypeRef;
}

/** What a `@Context` parameter asks for: the value under a key, or an instance of a class that the framework knows. */
export type ContextSource = ContextKey<unknown> | Class;

/** A class whose fields are parameters. */
export interface BeanModel {
  readonly type: Class;
  readonly fields: readonly BeanFieldModel[];
}

/** A field of a bean parameter. */
export interface BeanFieldModel {
  readonly name: string;
  readonly type: TypeRef;
  /** True for a field that carries the annotation itself: messages then name the parameter and not the path to the field. */
  readonly isField: boolean;
  readonly source: ParameterSourceUse | BeanModel;
  readonly defaultText: string | undefined;
}

/** The sources that an argument reads, those of a bean's fields included. */
export function sourcesOf(argument: ArgumentModel): readonly ParameterSourceUse[] {
  if (argument.kind === 'source') return [argument.source];
  return argument.kind === 'bean' ? sourcesOfBean(argument.bean) : [];
}

/** True where an argument is read from a form. */
export function readsForm(args: readonly ArgumentModel[]): boolean {
  return args.some((argument) => sourcesOf(argument).some(({ from }) => from === 'form'));
}

/** True where an argument can only come from a multipart form. */
export function readsUploads(args: readonly ArgumentModel[]): boolean {
  return args.some(({ kind }) => kind === 'file' || kind === 'parts');
}

function sourcesOfBean(bean: BeanModel): readonly ParameterSourceUse[] {
  return bean.fields.flatMap(({ source }) => ('from' in source ? [source] : sourcesOfBean(source)));
}
