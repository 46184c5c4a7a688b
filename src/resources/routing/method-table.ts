import { accepts } from '../../contract/body-types.js';
import { MediaTypeChoice } from '../../http/accept.js';
import { BoundedCache } from '../../http/bounded-cache.js';
import type { Exchange } from '../../http/exchange.js';
import { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { NotAcceptableException, NotAllowedException, WebApplicationException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Endpoint } from '../dispatch/endpoint.js';

/** An endpoint in one of the media types that it produces. */
export interface Offer {
  readonly kind: 'offer';
  readonly endpoint: Endpoint;
  /** Undefined where the client accepts none of the endpoint's types, but does accept errors as JSON or text. */
  readonly mediaType: MediaType | undefined;
}

/** What becomes of a request whose path was found. */
export type MethodChoice =
  | Offer
  /** Nothing answers it: 405, 406 or 415. */
  | { readonly kind: 'refused'; readonly thrown: WebApplicationException }
  /** It asks for the methods, and no endpoint answers that itself. */
  | { readonly kind: 'options'; readonly reply: Reply };

/** All endpoints of one path. Chooses by method (405), by what the client sent (406 or 415) and by what it accepts (406). */
export class MethodTable {
  private readonly byMethod = new Map<string, MethodOffers>();
  private readonly notAllowed: MethodChoice;
  private readonly options: MethodChoice;

  constructor(
    /** The template as metrics and logs name it. */
    readonly path: string,
    endpoints: readonly Endpoint[],
    unsupportedMediaTypeStatus: number,
  ) {
    for (const method of new Set(endpoints.map(({ model }) => model.httpMethod))) {
      const ofMethod = endpoints.filter(({ model }) => model.httpMethod === method);
      this.byMethod.set(method, new MethodOffers(ofMethod, unsupportedMediaTypeStatus));
    }
    const declared = [...this.byMethod.keys()];
    const get = this.byMethod.get('GET');
    if (get !== undefined && !this.byMethod.has('HEAD')) this.byMethod.set('HEAD', get);
    const allowed = [...new Set([...declared, ...(get === undefined ? [] : ['HEAD']), 'OPTIONS'])].toSorted();
    this.notAllowed = { kind: 'refused', thrown: withoutStack(() => new NotAllowedException({ allowed })) };
    this.options = { kind: 'options', reply: Reply.ok().header('Allow', allowed.join(', ')) };
  }

  choose(exchange: Exchange): MethodChoice {
    const offers = this.byMethod.get(exchange.method);
    if (offers !== undefined) return offers.choose(exchange);
    return exchange.method === 'OPTIONS' ? this.options : this.notAllowed;
  }
}

/** The endpoints of one path and method. */
class MethodOffers {
  private readonly all: Negotiation;
  /** By the Content-Type header; undefined where no endpoint reads content. */
  private readonly bySentType: BoundedCache<Negotiation | 'unsupported'> | undefined;
  private readonly unsupported: MethodChoice;

  constructor(endpoints: readonly Endpoint[], unsupportedMediaTypeStatus: number) {
    this.all = new Negotiation(endpoints);
    const readsContent = endpoints.some(({ model }) => model.consumes !== undefined);
    this.bySentType = readsContent ? new BoundedCache(100, (header) => negotiationFor(endpoints, header)) : undefined;
    this.unsupported = { kind: 'refused', thrown: withoutStack(() => new WebApplicationException(unsupportedMediaTypeStatus)) };
  }

  choose(exchange: Exchange): MethodChoice {
    const { headers } = exchange;
    const sent = this.bySentType === undefined ? undefined : headers.get('content-type');
    const negotiation = sent === undefined ? this.all : this.bySentType!.get(sent);
    return negotiation === 'unsupported' ? this.unsupported : negotiation.choose(exchange, headers.get('accept'));
  }
}

/** Chooses among endpoints that all read what the client sent, by its Accept header. */
class Negotiation {
  private readonly offers: readonly Offer[];
  private readonly best: MediaTypeChoice;
  private readonly varies: boolean;
  private readonly unacceptable: Offer;

  constructor(endpoints: readonly Endpoint[]) {
    this.offers = endpoints.flatMap((endpoint) => endpoint.produces.map((mediaType): Offer => ({ kind: 'offer', endpoint, mediaType })));
    const types = endpoints.flatMap(({ produces }) => produces);
    this.best = new MediaTypeChoice(types);
    this.varies = new Set(types.map(({ essence }) => essence)).size > 1;
    this.unacceptable = { kind: 'offer', endpoint: endpoints[0]!, mediaType: undefined };
  }

  choose({ reply }: Exchange, accept: string | undefined): MethodChoice {
    const chosen = accept === undefined && this.offers.length === 1 ? this.offers[0] : this.offers[this.best.choose(accept)];
    if (chosen === undefined) return errorTypes.choose(accept) === -1 ? notAcceptable : this.unacceptable;
    if (this.varies) reply.appendHeader('Vary', 'Accept');
    return chosen;
  }
}

/** The types in which problems with a request are reported. */
const errorTypes = new MediaTypeChoice([MediaType.json, MediaType.text]);

const notAcceptable: MethodChoice = { kind: 'refused', thrown: withoutStack(() => new NotAcceptableException()) };

/** Among the endpoints that read what was sent, those that name its type precisely first. */
function negotiationFor(endpoints: readonly Endpoint[], contentType: string): Negotiation | 'unsupported' {
  const sent = MediaType.tryParse(contentType);
  if (sent === undefined) return 'unsupported';
  const precision = ({ model: { consumes } }: Endpoint): number => {
    const fitting = consumes?.filter((one) => accepts(one, sent)) ?? [MediaType.wildcard];
    return fitting.length === 0 ? -1 : Math.max(...fitting.map((one) => (one.type === '*' ? 0 : one.isWildcard ? 1 : 2)));
  };
  const reading = endpoints.filter((endpoint) => precision(endpoint) >= 0).toSorted((a, b) => precision(b) - precision(a));
  return reading.length === 0 ? 'unsupported' : new Negotiation(reading);
}
