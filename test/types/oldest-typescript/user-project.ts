// A small service and every door, compiled by the oldest supported TypeScript, the declarations of the package included.
import { GET, Int, JsonProperty, Length, Min, NotEmpty, Optional, POST, Path, QueryParam, Valid, enumOf, listOf, optional } from 'keelson';
import type * as admin from 'keelson/admin';
import type * as application from 'keelson/application';
import type * as assets from 'keelson/assets';
import type * as commands from 'keelson/commands';
import type * as configuration from 'keelson/configuration';
import type * as contract from 'keelson/contract';
import type * as health from 'keelson/health';
import type * as http from 'keelson/http';
import type * as json from 'keelson/json';
import type * as lifecycle from 'keelson/lifecycle';
import type * as logging from 'keelson/logging';
import type * as metrics from 'keelson/metrics';
import type * as resources from 'keelson/resources';
import type * as server from 'keelson/server';
import type * as testing from 'keelson/testing';
import type * as validation from 'keelson/validation';
import type * as values from 'keelson/values';

export type Doors = [
  typeof admin,
  typeof application,
  typeof assets,
  typeof commands,
  typeof configuration,
  typeof contract,
  typeof health,
  typeof http,
  typeof json,
  typeof lifecycle,
  typeof logging,
  typeof metrics,
  typeof resources,
  typeof server,
  typeof testing,
  typeof validation,
  typeof values,
];

enum Colour {
  Red = 'red',
}

export class Item {
  @NotEmpty @Length({ max: 20 }) name!: string;
  @JsonProperty(Int) @Min(1) count!: number;
  @JsonProperty(enumOf(Colour)) colour!: Colour;
}

export class Order {
  @Valid(listOf(Item)) items!: Item[];
}

@Path('/orders')
export class OrderResource {
  @GET
  find(@QueryParam('limit', optional(Int)) limit: Optional<number>): string[] {
    return [limit.map(String).orElse('none')];
  }

  @POST
  add(@Valid order: Order): number {
    return order.items.length;
  }
}
