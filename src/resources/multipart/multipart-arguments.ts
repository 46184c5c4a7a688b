import type { ArgumentModel, FileArgument } from '../../contract/argument-model.js';
import { MediaType } from '../../http/media-type.js';
import type { Part } from '../../http/uploaded-file.js';
import { DataSize } from '../../values/data-size.js';
import type { Call } from '../dispatch/call.js';
import { MultipartFactory } from './multipart-factory.js';
import type { MultipartLimits } from './multipart-factory.js';
import { readMultipartForm } from './multipart-form.js';
import type { MultipartPlan, WantedFile } from './multipart-form.js';
import { multipartParts } from './multipart-parts.js';

/** The limits where no configuration names any. */
export const defaultMultipartLimits: MultipartLimits = new MultipartFactory();

/** What a method with these arguments wants of a multipart form, and how large that may be. */
export function multipartPlan(args: readonly ArgumentModel[], limits: MultipartLimits, maxBodySize: number | undefined): MultipartPlan {
  const files = args.flatMap((argument) => (argument.kind === 'file' ? [wantedFile(argument, limits)] : []));
  return { files: new Map(files.map((file) => [file.name, file])), limits, maxBodySize: maxBodySize ?? totalSize(files, limits) };
}

/** Reads the form of a call, so that its parameters can be read. */
export async function receiveMultipart(call: Call, plan: MultipartPlan): Promise<void> {
  const { fields, files } = await readMultipartForm(call.exchange, call.headers.get('content-type') ?? '', plan);
  call.form = fields;
  call.files = files;
}

/** True where the request says that it carries a multipart form. */
export function isMultipart(call: Call): boolean {
  return MediaType.tryParse(call.headers.get('content-type') ?? '')?.essence === MediaType.multipart.essence;
}

/** The value of a file parameter: one file, or all of the field. */
export function fileReader({ file: { name }, isList }: FileArgument): (call: Call) => unknown {
  return isList ? (call) => call.files.get(name) ?? [] : (call) => call.files.get(name)?.[0];
}

/** The parts of a call's body, as they arrive. */
export function partsReader({ maxFieldSize }: MultipartLimits): (call: Call) => AsyncIterable<Part> {
  return (call) =>
    multipartParts({
      contentType: call.headers.get('content-type') ?? '',
      pieces: call.exchange.body.stream(call.method?.maxBodySize),
      maxFieldSize,
    });
}

function wantedFile({ file, isList }: FileArgument, { maxFileSize, maxFiles }: MultipartLimits): WantedFile {
  const { name, maxSize = maxFileSize, types, maxCount = isList ? maxFiles : 1 } = file;
  return { name, maxSize, types, maxCount };
}

// A parameter that takes more than the whole form may be could never get it.
function totalSize(files: readonly WantedFile[], { maxTotalSize, maxFileSize, maxFields, maxFieldSize }: MultipartLimits): number {
  const own = files.filter(({ maxSize }) => maxSize !== maxFileSize);
  const wanted = own.reduce((sum, { maxSize, maxCount }) => sum + maxSize.toBytes() * maxCount, 0);
  return wanted === 0
    ? maxTotalSize.toBytes()
    : Math.max(maxTotalSize.toBytes(), wanted + Math.min(maxFields * maxFieldSize.toBytes(), spare));
}

const spare = DataSize.megabytes(1).toBytes();
