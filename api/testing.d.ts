// testing/answer
export declare class Answer<T = unknown> {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Buffer;
  readonly complete: boolean;
  constructor({ status, headers, body, complete, request }: AnswerParts);
  get text(): string;
  get json(): T;
  header(name: string): string | undefined;
}

// testing/streamed-answer
export interface AnswerStream {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly pieces: AsyncIterable<Uint8Array>;
  isComplete(): boolean;
}

// testing/application-test
export declare class ApplicationTest<C extends Configuration = Configuration> extends TestClient {
  readonly application: Application<C>;
  readonly logs: CapturedLogs;
  readonly requests: CapturedLogs;
  readonly output: RecordedOutput;
  leaks: readonly string[];
  constructor(application: Application<C>, settings?: ApplicationTestSettings<C>);
  start(): Promise<this>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
  get baseUrl(): string;
  get adminUrl(): string;
  get admin(): TestClient;
  get configuration(): C;
  get environment(): Environment;
  as(principal: Principal): TestClient;
  begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream>;
}

// testing/application-test
export interface ApplicationTestSettings<C extends Configuration = Configuration> {
  readonly configuration?: string | URL | C;
  readonly overrides?: TestOverrides | (() => TestOverrides);
  readonly variables?: Variables;
  readonly clock?: Clock;
  readonly logging?: 'captured' | 'configured';
  readonly ports?: 'free' | 'configured';
  readonly leaks?: 'refused' | 'told';
}

// testing/captured-logs
export interface CaptureSettings {
  readonly level?: Level;
}

// testing/captured-logs
export declare class CapturedLogs extends MemoryAppender {
  static during(work: (logs: CapturedLogs) => unknown, settings?: CaptureSettings): Promise<CapturedLogs>;
  static start({ level }?: CaptureSettings): CapturedLogs;
  stop(): void;
  [Symbol.dispose](): void;
  get lines(): readonly string[];
  find(wanted: string | RegExp): string | undefined;
  assertLogged(wanted: string | RegExp): string;
  waitFor(wanted: string | RegExp, limit?: Duration | string): Promise<string>;
  append(event: LogEvent): void;
  appendLine(line: string): void;
}

// testing/run-command
export interface CommandOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  readonly logs: CapturedLogs;
}

// testing/contract-proof
export interface ContractProof {
  readonly requests: number;
  readonly unproven: readonly string[];
}

// testing/contract-proof
export declare class ContractProofError extends Error {
  readonly disagreements: readonly string[];
  readonly name = "ContractProofError";
  readonly code = "KEELSON_CONTRACT_PROOF";
  constructor(disagreements: readonly string[]);
}

// testing/contract-proof
export interface ContractProofSettings {
  readonly headers?: TestHeaders;
  readonly except?: readonly string[];
  readonly requestsPerOperation?: number;
}

// testing/every-endpoint-denies
export interface DenialOptions {
  readonly except?: readonly string[];
}

// testing/event-reader
export declare class EventReader {
  readonly answer: StreamedAnswer;
  constructor(
  answer: StreamedAnswer);
  get retry(): number | undefined;
  next(limit?: Duration | string): Promise<ReceivedEvent>;
  close(): void;
  [Symbol.dispose](): void;
}

// testing/fixtures
export declare class Fixtures {
  constructor(folder: URL | string);
  path(name: string): string;
  bytes(name: string): Buffer;
  text(name: string): string;
  json<T = unknown>(name: string): T;
}

// testing/manual-clock
export declare class ManualClock implements Clock {
  constructor(time: number);
  static at(text: string): ManualClock;
  readonly now: () => number;
  readonly elapsed: () => number;
  schedule(time: number, callback: () => void): ScheduledCall;
  after(milliseconds: number, callback: () => void): ScheduledCall;
  get scheduled(): number;
  advance(duration: Duration | string): Promise<void>;
  moveTo(text: string): void;
  jumpTo(text: string): void;
}

// testing/contract-proof
export type ProvableService = Pick<ApplicationTest, 'environment' | 'configuration' | 'request'>;

// testing/event-reader
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

// testing/recorded-output
export declare class RecordedOutput implements Output {
  out: string;
  error: string;
  print(text: string): void;
  printError(text: string): void;
}

// testing/resource-test
export declare class ResourceTest extends TestClient {
  constructor(resources: readonly object[], settings?: ResourceTestSettings);
  begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream>;
}

// testing/resource-test
export interface ResourceTestSettings extends ResourceSettings, Partial<ResourceServices> {
  readonly filters?: readonly OrClass<RequestFilter | ResponseFilter>[];
  readonly features?: readonly OrClass<DynamicFeature>[];
  readonly mappers?: readonly OrClass<ExceptionMapper<object>>[];
  readonly converters?: readonly OrClass<ParameterConverter<object>>[];
  readonly readers?: readonly OrClass<BodyReader>[];
  readonly writers?: readonly OrClass<BodyWriter>[];
  readonly subtypes?: Subtypes;
}

// testing/socket-client
export declare class SocketClient extends TestClient {
  readonly baseUrl: string;
  constructor(baseUrl: string);
  rest(): void;
  close(): void;
  begin({ method, path, headers, body }: TestRequest, signal: AbortSignal): Promise<AnswerStream>;
}

// testing/streamed-answer
export declare class StreamedAnswer implements AsyncIterable<Buffer> {
  readonly status: number;
  readonly headers: HeaderMap;
  constructor(request: string, stream: AnswerStream, connection: AbortController);
  header(name: string): string | undefined;
  [Symbol.asyncIterator](): AsyncGenerator<Buffer>;
  readUntil(wanted: string | RegExp, limit?: Duration | string): Promise<string>;
  close(): void;
  [Symbol.dispose](): void;
}

// testing/fixtures
export declare class TemporaryFolder {
  readonly path: string;
  file(...names: readonly string[]): string;
  remove(): void;
  [Symbol.dispose](): void;
}

// testing/test-errors
export declare class TestAnswerError extends Error {
  readonly name = "TestAnswerError";
  readonly code = "KEELSON_TEST_ANSWER";
}

// testing/test-client
export declare abstract class TestClient {
  request<T = unknown>(request: TestRequest): Promise<Answer<T>>;
  open(request: TestRequest | string, headers?: TestHeaders): Promise<StreamedAnswer>;
  events(path: string, headers?: TestHeaders): Promise<EventReader>;
  get<T = unknown>(path: string, headers?: TestHeaders): Promise<Answer<T>>;
  head(path: string, headers?: TestHeaders): Promise<Answer>;
  delete<T = unknown>(path: string, headers?: TestHeaders): Promise<Answer<T>>;
  post<T = unknown>(path: string, content?: unknown, headers?: TestHeaders): Promise<Answer<T>>;
  put<T = unknown>(path: string, content?: unknown, headers?: TestHeaders): Promise<Answer<T>>;
  patch<T = unknown>(path: string, content?: unknown, headers?: TestHeaders): Promise<Answer<T>>;
  abstract begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream>;
}

// testing/test-client
export type TestHeaders = Readonly<Record<string, string | readonly string[]>>;

// testing/test-errors
export declare class TestLeakError extends Error {
  readonly leaks: readonly string[];
  readonly name = "TestLeakError";
  readonly code = "KEELSON_TEST_LEAK";
  constructor(application: string, leaks: readonly string[]);
}

// testing/application-test
export type TestOverrides = Readonly<Record<string, string | number | boolean>>;

// testing/test-client
export interface TestRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: TestHeaders;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly limit?: Duration | string;
}

// testing/test-errors
export declare class TestServiceError extends Error {
  readonly name = "TestServiceError";
  readonly code = "KEELSON_TEST_SERVICE";
  constructor(application: string, why: string);
}

// testing/test-errors
export declare class TestUsageError extends Error {
  readonly name = "TestUsageError";
  readonly code = "KEELSON_TEST_USAGE";
}

// testing/every-endpoint-denies
export declare const anonymous: unique symbol;

// testing/every-endpoint-denies
export declare function everyEndpointDenies(service: ApplicationTest, caller: Principal | typeof anonymous, { except }?: DenialOptions): Promise<void>;

// testing/contract-proof
export declare function proveContract(service: ProvableService, settings?: ContractProofSettings): Promise<ContractProof>;

// testing/run-command
export declare function runCommand<C extends Configuration>(application: Application<C>, ...args: readonly string[]): Promise<CommandOutcome>;
