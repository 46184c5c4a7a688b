import { MediaTypeChoice } from '../../http/accept.js';
import { BoundedCache } from '../../http/bounded-cache.js';
import type { Exchange } from '../../http/exchange.js';
import { MediaType } from '../../http/media-type.js';
import { NotAcceptableException, NotAllowedException, WebApplicationException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import { accepts } from '../bodies/body-readers.js';

/** What a path offers for one HTTP method: something that answers, in one media type. */
export interface RouteOffer {
  readonly httpMethod: string;
  /** Undefined where any content will do. */
  readonly consumes: readonly MediaType[] | undefined;
  readonly mediaType: MediaType;
}

/**
 * An offer that the client does not take, although it takes what is wrong with requests, as JSON or as text. If something is wrong with
 * this one it is told that, and only otherwise that its Accept header cannot be satisfied.
 */
export class UnacceptableOffer<O extends RouteOffer> {
  constructor(
    readonly offer: O,
    readonly refusal: NotAcceptableException,
  ) {}
}

/** Everything that one path template offers. Chooses by method (405), by what the client sent (406 or 415), by what it accepts (406). */
export class MethodTable<O extends RouteOffer> {
  private readonly byMethod = new Map<string, OfferChoice<O>>();
  /** In the order of the Allow header. */
  readonly allowed: readonly string[];
  private readonly notAllowed: NotAllowedException;

  constructor(
    /** The template in the words of metrics and logs. */
    readonly path: string,
    offers: readonly O[],
    unsupportedMediaTypeStatus: number,
  ) {
    for (const method of new Set(offers.map((offer) => offer.httpMethod))) {
      this.byMethod.set(
        method,
        new OfferChoice(
          offers.filter((offer) => offer.httpMethod === method),
          unsupportedMediaTypeStatus,
        ),
      );
    }
    const declared = [...this.byMethod.keys()];
    const get = this.byMethod.get('GET');
    if (get !== undefined && !this.byMethod.has('HEAD')) this.byMethod.set('HEAD', get);
    this.allowed = [...new Set([...declared, ...(get === undefined ? [] : ['HEAD']), 'OPTIONS'])].toSorted();
    this.notAllowed = withoutStack(() => new NotAllowedException(this.allowed));
  }

  /** The offer to take, the exception to answer with, or `options` where the methods were asked for and nobody answers that himself. */
  choose(exchange: Exchange): O | UnacceptableOffer<O> | WebApplicationException | 'options' {
    const choice = this.byMethod.get(exchange.method);
    if (choice !== undefined) return choice.choose(exchange);
    return exchange.method === 'OPTIONS' ? 'options' : this.notAllowed;
  }
}

/** The offers for one HTTP method. */
class OfferChoice<O extends RouteOffer> {
  private readonly all: NegotiatedOffers<O>;
  private readonly bySentType: BoundedCache<NegotiatedOffers<O> | 'unsupported'> | undefined;

  constructor(
    offers: readonly O[],
    private readonly unsupportedMediaTypeStatus: number,
  ) {
    this.all = new NegotiatedOffers(offers);
    const readsContent = offers.some(({ consumes }) => consumes !== undefined);
    this.bySentType = readsContent ? new BoundedCache(100, (header) => offersReading(offers, header)) : undefined;
  }

  choose(exchange: Exchange): O | UnacceptableOffer<O> | WebApplicationException {
    const { headers } = exchange;
    const sent = this.bySentType === undefined ? undefined : headers.get('content-type');
    const offers = sent === undefined ? this.all : this.bySentType!.get(sent);
    if (offers === 'unsupported') return new WebApplicationException(this.unsupportedMediaTypeStatus);
    const accept = headers.get('accept');
    const chosen = offers.choose(accept);
    if (chosen === undefined) {
      const refusal = new NotAcceptableException();
      return problemTypes.choose(accept) === -1 ? refusal : new UnacceptableOffer(offers.first, refusal);
    }
    if (offers.varies) exchange.reply.appendHeader('Vary', 'Accept');
    return chosen;
  }
}

/** How problems with a request are told. */
const problemTypes = new MediaTypeChoice([MediaType.json, MediaType.text]);

class NegotiatedOffers<O extends RouteOffer> {
  private readonly choice: MediaTypeChoice;
  readonly varies: boolean;

  constructor(private readonly offers: readonly O[]) {
    this.choice = new MediaTypeChoice(offers.map(({ mediaType }) => mediaType));
    this.varies = new Set(offers.map(({ mediaType }) => mediaType.essence)).size > 1;
  }

  get first(): O {
    return this.offers[0]!;
  }

  choose(accept: string | undefined): O | undefined {
    return accept === undefined && this.offers.length === 1 ? this.offers[0] : this.offers[this.choice.choose(accept)];
  }
}

/** Those that read what was sent, the ones that name it precisely first. */
function offersReading<O extends RouteOffer>(offers: readonly O[], contentType: string): NegotiatedOffers<O> | 'unsupported' {
  const sent = MediaType.tryParse(contentType);
  if (sent === undefined) return 'unsupported';
  const precision = ({ consumes }: O): number => {
    const fitting = consumes?.filter((one) => accepts(one, sent)) ?? [MediaType.wildcard];
    return fitting.length === 0 ? -1 : Math.max(...fitting.map((one) => (one.type === '*' ? 0 : one.isWildcard ? 1 : 2)));
  };
  const reading = offers.filter((offer) => precision(offer) >= 0).toSorted((a, b) => precision(b) - precision(a));
  return reading.length === 0 ? 'unsupported' : new NegotiatedOffers(reading);
}
