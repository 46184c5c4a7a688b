import type { CallableModel, EndpointModel } from '../../contract/endpoint-model.js';
import type { FilterChain } from '../filters/filter-chain.js';
import type { ArgumentReading } from '../parameters/argument-compiler.js';
import type { Invoke } from './endpoint.js';

/** Takes the place of resource methods and filters when they are compiled for a run that must not call them. */
export interface StandIn {
  arguments(model: CallableModel, reading: ArgumentReading): ArgumentReading;
  invocation(model: CallableModel): Invoke;
  filters(model: EndpointModel, chain: FilterChain): FilterChain;
}
