export { sourcesOf } from './argument-model.js';
export type { ArgumentModel, BeanFieldModel, BeanModel, BodyArgument, ContextSource } from './argument-model.js';
export { describeSource } from './annotations/parameter-annotations.js';
export type { ParameterSourceUse, SourceKind } from './annotations/parameter-annotations.js';
export type { Contract, OpenPath, PublishedEndpoint } from './contract.js';
export type { Declaration } from './declaration.js';
export type { CallableModel, EndpointLimits, EndpointModel, LocatorModel, ResourceModel, ResultModel } from './endpoint-model.js';
export { PathTemplate, comparePrecedence } from './path-template.js';
export type { TemplateSegment } from './path-template.js';
