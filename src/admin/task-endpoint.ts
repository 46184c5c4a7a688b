import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import { MediaType } from '../http/media-type.js';
import { decodeSegment, hasWellFormedEscapes } from '../http/percent-escapes.js';
import { BadRequestException, NotAllowedException, NotFoundException, WebApplicationException } from '../http/web-application-exception.js';
import { getLogger } from '../logging/get-logger.js';
import { errorLines } from '../logging/layouts/error-lines.js';
import { sendText } from './plain-replies.js';
import { TaskOutput } from './tasks/task-output.js';

const logger = getLogger('keelson.admin.tasks');

/** One task, ready to run: parameters and body are read, and its metrics are kept. */
export interface RunnableTask {
  readonly takesBody: boolean;
  run(parameters: URLSearchParams, body: string, output: TaskOutput): void | Promise<void>;
}

export interface TaskEndpointSettings {
  readonly printStackTraceOnError: boolean;
}

/** Mounted at `/tasks`: lists tasks and runs them. */
export function taskEndpoint(tasks: ReadonlyMap<string, RunnableTask>, settings: TaskEndpointSettings): Handler {
  return (exchange) => {
    const name = decodeSegment(exchange.path.replace(/^\/|\/$/g, ''));
    const { method } = exchange;
    if (name === '') return method === 'GET' || method === 'HEAD' ? sendText(exchange, 200, listOf(tasks)) : notFound();
    const task = name === undefined ? undefined : tasks.get(name);
    if (name === undefined || task === undefined) return notFound();
    if (method !== 'POST') throw new NotAllowedException({ allowed: ['POST'] });
    return runTask(exchange, name, task, settings);
  };
}

function notFound(): never {
  throw new NotFoundException();
}

function listOf(tasks: ReadonlyMap<string, unknown>): string {
  const names = [...tasks.keys()].toSorted();
  return names.map((name) => `${name}\n`).join('');
}

async function runTask(exchange: Exchange, name: string, task: RunnableTask, settings: TaskEndpointSettings): Promise<void> {
  const body = Buffer.from(await exchange.body.bytes()).toString('utf8');
  const parameters = parametersOf(exchange, task.takesBody ? '' : body);
  const output = new TaskOutput(exchange.signal);
  const outcome = execute(name, task, { parameters, body, output }, settings);
  const early = await Promise.race([outcome, output.opened]);
  if (early === undefined || output.flushed) {
    prepare(exchange, 200);
    await exchange.reply.stream(output.pieces());
  } else {
    prepare(exchange, early.status);
    exchange.reply.end(output.take());
  }
}

interface TaskCall {
  readonly parameters: URLSearchParams;
  readonly body: string;
  readonly output: TaskOutput;
}

/** Never rejects: a failure is logged, printed and put in the status. */
async function execute(
  name: string,
  task: RunnableTask,
  call: TaskCall,
  settings: TaskEndpointSettings,
): Promise<{ readonly status: number }> {
  const { parameters, body, output } = call;
  try {
    await task.run(parameters, body, output);
    return { status: 200 };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const status = error instanceof WebApplicationException ? error.status : 500;
    if (status >= 500) logger.error('Error running %s', name, error);
    else logger.warn('Task %s was refused: %s', name, error.message);
    output.println();
    output.println(error.message);
    if (settings.printStackTraceOnError) for (const line of errorLines(error)) output.println(line);
    return { status };
  } finally {
    output.end();
  }
}

function prepare({ reply }: Exchange, status: number): void {
  reply.status = status;
  reply.setHeader('Content-Type', 'text/plain;charset=utf-8');
  reply.setHeader('Cache-Control', 'must-revalidate,no-cache,no-store');
}

/** The query's parameters, then the form's; both in the order sent, several of one name included. */
function parametersOf(exchange: Exchange, body: string): URLSearchParams {
  const parameters = parametersIn(exchange.rawQuery);
  const type = MediaType.tryParse(exchange.headers.get('content-type') ?? '');
  if (body !== '' && type !== undefined && MediaType.form.includes(type)) {
    for (const [name, value] of parametersIn(body)) parameters.append(name, value);
  }
  return parameters;
}

function parametersIn(encoded: string): URLSearchParams {
  if (!hasWellFormedEscapes(encoded)) throw new BadRequestException('The query or form has a malformed percent escape');
  return new URLSearchParams(encoded);
}
