import { BeyondResource } from './beyond-resource.js';
import { BodiesResource } from './bodies-resource.js';
import { CounterResource } from './counter-resource.js';
import { BoomMapper, ErrorsResource } from './errors-resource.js';
import { GibberishReader, GibberishWriter } from './gibberish.js';
import { ParamsResource } from './params-resource.js';
import { ResponsesResource } from './responses-resource.js';
import { UploadResource } from './upload-resource.js';
import { VersionedPersonResource } from './versioned-person-resource.js';

/** The resources of the application. */
export const allResources = [
  ParamsResource,
  BodiesResource,
  ResponsesResource,
  CounterResource,
  ErrorsResource,
  VersionedPersonResource,
  BeyondResource,
  UploadResource,
];

/** What stands around them. */
export const components = { mappers: [BoomMapper], readers: [GibberishReader], writers: [GibberishWriter] };
