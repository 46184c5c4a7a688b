import { BodiesResource } from './bodies-resource.js';
import { CounterResource } from './counter-resource.js';
import { BoomMapper, ErrorsResource } from './errors-resource.js';
import { GibberishReader, GibberishWriter } from './gibberish.js';
import { ParamsResource } from './params-resource.js';
import { ResponsesResource } from './responses-resource.js';
import { VersionedPersonResource } from './versioned-person-resource.js';

/** Everything that the application registers. */
export const allResources = [
  ParamsResource,
  BodiesResource,
  ResponsesResource,
  CounterResource,
  ErrorsResource,
  VersionedPersonResource,
  BoomMapper,
  GibberishReader,
  GibberishWriter,
];
