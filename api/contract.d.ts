// contract/access
export type AccessCheck<P extends Principal = Principal> = (principal: P, request: AccessRequest) => boolean | Promise<boolean>;

// contract/access
export interface AccessModel {
  readonly who: 'everybody' | 'authenticated' | 'nobody';
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly check: AccessCheck | undefined;
}

// contract/access
export interface AccessRequest {
  readonly exchange: Exchange;
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
  queryParameter(name: string): string | undefined;
  pathParameter(name: string): string | undefined;
}

// contract/argument-model
export type ArgumentModel = {
  readonly kind: 'source';
  readonly parameter: ParameterModel;
  readonly source: ParameterSourceUse;
  readonly defaultText: string | undefined;
} | {
  readonly kind: 'bean';
  readonly parameter: ParameterModel;
  readonly bean: BeanModel;
} | {
  readonly kind: 'context';
  readonly parameter: ParameterModel;
  readonly context: ContextSource;
} | PrincipalArgument | FileArgument | {
  readonly kind: 'parts';
  readonly parameter: ParameterModel;
} | BodyArgument;

// contract/argument-model
export interface BeanFieldModel {
  readonly name: string;
  readonly type: TypeRef;
  readonly isField: boolean;
  readonly source: ParameterSourceUse | BeanModel;
  readonly defaultText: string | undefined;
}

// contract/argument-model
export interface BeanModel {
  readonly type: Class;
  readonly fields: readonly BeanFieldModel[];
}

// contract/argument-model
export interface BodyArgument {
  readonly kind: 'body';
  readonly parameter: ParameterModel;
  readonly type: TypeRef;
}

// contract/endpoint-model
export interface CallableModel {
  readonly resource: Class;
  readonly method: MethodModel;
  readonly name: string;
  readonly template: PathTemplate;
  readonly variables: readonly string[];
  readonly arguments: readonly ArgumentModel[];
  readonly groups: EndpointGroups;
  readonly declaration: Declaration | undefined;
  readonly access: AccessModel | undefined;
}

// contract/argument-model
export type ContextSource = ContextKey<unknown> | Class;

// contract/contract
export interface Contract {
  readonly endpoints: readonly PublishedEndpoint[];
  readonly openPaths: readonly OpenPath[];
}

// contract/declaration
export declare class Declaration {
  static capture(annotation: (...args: never[]) => unknown): Declaration;
  get position(): SourcePosition | undefined;
}

// contract/annotations/deprecated-annotation
export interface Deprecation {
  readonly since: Date;
  readonly sunset: Date | undefined;
  readonly use: string | undefined;
}

// contract/endpoint-model
export interface EndpointLimits {
  readonly maxBodySize: DataSize | undefined;
  readonly timeout: Duration | undefined;
}

// contract/endpoint-model
export interface EndpointModel extends CallableModel {
  readonly httpMethod: string;
  readonly consumes: readonly MediaType[] | undefined;
  readonly produces: readonly MediaType[];
  readonly namesMediaType: boolean;
  readonly result: ResultModel;
  readonly otherResults: readonly ResultModel[];
  readonly throws: readonly ThrownError[];
  readonly deprecation: Deprecation | undefined;
  readonly limits: EndpointLimits;
  readonly cacheControl: CacheControlOptions | undefined;
  readonly bindings: readonly NameBinding[];
  readonly isProperty: boolean;
}

// contract/endpoint-model
export interface LocatorModel extends CallableModel {
  readonly subResource: Class | undefined;
}

// contract/contract
export interface OpenPath {
  readonly path: string;
  readonly locator: LocatorModel;
  readonly locators: readonly LocatorModel[];
}

// contract/annotations/parameter-annotations
export interface ParameterSourceUse {
  readonly from: SourceKind;
  readonly name: string;
}

// contract/path-template
export declare class PathTemplate {
  readonly text: string;
  readonly segments: readonly TemplateSegment[];
  readonly variables: readonly string[];
  readonly shape: string;
  readonly precedence: {
    readonly literalCharacters: number;
    readonly variables: number;
    readonly expressions: number;
  };
  static parse(text: string): PathTemplate;
  join(other: PathTemplate): PathTemplate;
  expand(values: Readonly<Record<string, string | number | bigint | boolean>>): string;
  toString(): string;
}

// contract/access
export interface Principal {
  readonly name: string;
  readonly roles?: readonly string[] | ReadonlySet<string>;
  readonly scopes?: readonly string[] | ReadonlySet<string>;
}

// contract/argument-model
export interface PrincipalArgument {
  readonly kind: 'principal';
  readonly parameter: ParameterModel;
  readonly principal: Class | undefined;
  readonly isOptional: boolean;
}

// contract/contract
export interface PublishedEndpoint {
  readonly path: string;
  readonly endpoint: EndpointModel;
  readonly locators: readonly LocatorModel[];
}

// contract/endpoint-model
export interface ResourceModel {
  readonly type: Class;
  readonly endpoints: readonly EndpointModel[];
  readonly locators: readonly LocatorModel[];
}

// contract/endpoint-model
export interface ResultModel {
  readonly type: TypeRef;
  readonly isKnown: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

// contract/annotations/parameter-annotations
export type SourceKind = 'query' | 'path' | 'header' | 'cookie' | 'form';

// contract/path-template
export type TemplateSegment = {
  readonly kind: 'literal';
  readonly text: string;
} | {
  readonly kind: 'variable';
} | {
  readonly kind: 'pattern' | 'rest';
  readonly expression: RegExp;
  readonly variables: number;
};

// contract/annotations/throws-annotation
export interface ThrownError {
  readonly type: ErrorClass;
  readonly status: number | undefined;
  readonly description: string | undefined;
}

// contract/path-template
export declare function comparePrecedence(a: PathTemplate, b: PathTemplate): number;

// contract/access
export declare function describeAccess({ who, roles, scopes, check }: AccessModel): string;

// contract/annotations/parameter-annotations
export declare function describeSource({ from, name }: ParameterSourceUse): string;

// contract/argument-model
export declare function sourcesOf(argument: ArgumentModel): readonly ParameterSourceUse[];

// contract/class-schema
export declare function standardSchema<T extends object>(type: Class<T>): StandardSchema<unknown, T>;
