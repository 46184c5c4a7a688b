import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { Int } from '../reflection/type-token.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid, ValidationMethod } from '../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../validation/presence-constraints.js';
import { Duration } from '../values/duration.js';
import { MultipartFactory } from './multipart/multipart-factory.js';

/** What a configuration says about resources. */
export interface ResourceKeys {
  rootPath: string;
  detailedJsonErrors: boolean;
  unsupportedMediaTypeStatus: number;
  validateResourceProperties: boolean;
  eventHeartbeat: Duration;
  multipart: MultipartFactory;
}

/**
 * Adds the keys about resources to a section of the configuration. They stand in the `server` section, as they do in Dropwizard, and the server knows
 * nothing of them.
 */
export function withResourceKeys<S extends object>(section: new () => S): new () => S & ResourceKeys {
  const plain: new () => object = section;
  @Doc('Keys of the `server` section about resources.')
  class ResourcesFactory extends plain implements ResourceKeys {
    @Doc('The path of the resources, below the application context path.')
    @JsonProperty
    @NotEmpty
    rootPath: string = '/';

    @Doc('Whether clients are told where their JSON is malformed, and what was expected there.')
    @JsonProperty
    detailedJsonErrors: boolean = true;

    @Doc('The status if a resource does not accept the media type of a request body: 406, or 415 as in HTTP.')
    @JsonProperty(Int)
    unsupportedMediaTypeStatus: number = 406;

    @Doc('Whether constrained getters of resources are validated as properties of the resource, which calls them once more per request.')
    @JsonProperty
    validateResourceProperties: boolean = true;

    @Doc(
      'How long an event stream may be silent before a comment is sent on it, so that proxies keep the connection; `0 seconds` for none.',
    )
    @JsonProperty
    @NotNull
    @MinDuration('0s')
    eventHeartbeat: Duration = Duration.seconds(15);

    @Doc('How much an upload may be.')
    @JsonProperty(MultipartFactory)
    @Valid
    @NotNull
    multipart: MultipartFactory = new MultipartFactory();

    @ValidationMethod({ message: 'unsupportedMediaTypeStatus must be 406 or 415' })
    isUnsupportedMediaTypeStatusKnown(): boolean {
      return this.unsupportedMediaTypeStatus === 406 || this.unsupportedMediaTypeStatus === 415;
    }
  }
  // It extends the section, which the compiler was told to forget: it does not extend classes that it knows only by a type parameter.
  return ResourcesFactory as unknown as new () => S & ResourceKeys;
}
