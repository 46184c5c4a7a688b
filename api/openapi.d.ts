// openapi/api-diff
export interface BreakingChange {
  readonly endpoint: string;
  readonly place: string;
  readonly rule: string;
}

// openapi/openapi-document
export interface DocumentSources extends ResponseSettings {
  readonly contract: Contract;
  readonly title: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly servers: readonly string[];
  readonly subtypes: Subtypes;
  readonly unknownProperties: 'ignore' | 'refuse';
}

// openapi/responses
export interface ErrorAnswer {
  readonly status: number;
  readonly type: TypeRef | undefined;
}

// openapi/openapi-error
export declare class OpenApiError extends Error {
  readonly problems: readonly string[];
  readonly name = "OpenApiError";
  readonly code = "KEELSON_OPENAPI";
  constructor(problems: readonly string[]);
}

// openapi/openapi-factory
export declare class OpenApiFactory {
  enabled: boolean;
  title?: string;
  version?: string;
  description?: string;
  servers: string[];
  publicPath?: string;
  contract?: string;
}

// openapi/openapi-text
export type OpenApiFormat = 'json' | 'yaml';

// openapi/openapi-document
export interface PublishedApi {
  readonly document: JsonSchema;
  readonly unexpressed: readonly UnexpressedRule[];
  readonly undescribed: readonly PublishedEndpoint[];
}

// openapi/responses
export interface ResponseSettings {
  readonly unsupportedMediaTypeStatus: number;
  readonly security: SecuritySettings;
  readonly answerOf: (error: ErrorClass) => ErrorAnswer | undefined;
}

// openapi/security
export interface SecuritySettings {
  readonly schemes: readonly string[];
  readonly undecided: AccessModel['who'];
}

// openapi/unexpressed-rules
export interface UnexpressedRule {
  readonly place: string;
  readonly rule: string;
}

// openapi/api-diff
export declare function breakingChanges(before: JsonSchema, after: JsonSchema, today?: Date): readonly BreakingChange[];

// openapi/openapi-text
export declare function openApiText(document: JsonSchema, format: OpenApiFormat): string;

// openapi/openapi-document
export declare function publishApi(sources: DocumentSources): PublishedApi;
