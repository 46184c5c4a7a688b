import type { Guard } from '../contract/access.js';
import type { CallableModel } from '../contract/endpoint-model.js';
import type { MultipartLimits } from './multipart/multipart-factory.js';

/** What the server's configuration says about resources. */
export interface ResourceSettings {
  /** Bytes; the engine's own limit where nothing is said. */
  readonly maxRequestBodySize?: number;
  /** Whether clients are told where and why their JSON was refused; true unless set. */
  readonly detailedJsonErrors?: boolean;
  /** The answer to content of a type that nobody reads: 406 as the specification has it, or 415 as HTTP has it. */
  readonly unsupportedMediaTypeStatus?: 406 | 415;
  /** Whether constrained methods that look like properties are called once more per request; true unless said. */
  readonly validateResourceProperties?: boolean;
  /** Milliseconds of silence in an event stream before a comment is sent; none are sent unless said. */
  readonly eventHeartbeat?: number;
  /** The limits of uploads. */
  readonly multipart?: MultipartLimits;
  /** What stands before all paths, for the listing. */
  readonly contextPath?: string;
  /** Who may call; nothing is guarded where it is left out. */
  readonly access?: AccessSettings;
}

/** What the resources are told about who may call. */
export interface AccessSettings {
  /** What is undecided or cannot work, in words; it is reported with the other problems. */
  readonly problems: readonly string[];
  /** What stands before a method; undefined where everybody may call it and nothing is to be known of the caller. */
  guardOf(model: CallableModel): Guard | undefined;
}
