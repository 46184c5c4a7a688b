export { publishApi } from './openapi-document.js';
export type { DocumentSources, PublishedApi } from './openapi-document.js';
export { OpenApiError } from './openapi-error.js';
export { OpenApiFactory } from './openapi-factory.js';
export { openApiText } from './openapi-text.js';
export type { OpenApiFormat } from './openapi-text.js';
export type { ErrorAnswer, ResponseSettings } from './responses.js';
export type { UnexpressedRule } from './unexpressed-rules.js';
