/** What the server's configuration says about resources. */
export interface ResourceSettings {
  /** Bytes; the engine's own limit where nothing is said. */
  readonly maxRequestBodySize?: number;
  /** Tells clients where and why their JSON was refused; false unless said. */
  readonly detailedJsonErrors?: boolean;
  /** The answer to content of a type that nobody reads: 406 as the specification has it, or 415 as HTTP has it. */
  readonly unsupportedMediaTypeStatus?: 406 | 415;
  /** Whether constrained methods that look like properties are called once more per request; true unless said. */
  readonly validateResourceProperties?: boolean;
  /** Milliseconds of silence in an event stream before a comment is sent; none are sent unless said. */
  readonly eventHeartbeat?: number;
  /** What stands before all paths, for the listing. */
  readonly contextPath?: string;
}
