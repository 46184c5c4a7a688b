import type { Part, UploadedFile } from '../../http/uploaded-file.js';
import type { ArgumentOf, Fits } from '../../reflection/annotation-types.js';
import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import { DataSize } from '../../values/data-size.js';

/** What a parameter says about the file that it takes. */
export interface FormFileUse {
  readonly name: string;
  readonly maxSize: DataSize | undefined;
  readonly types: readonly string[] | undefined;
  readonly maxCount: number | undefined;
}

/** The file that a parameter takes. */
export const FormFileKind = new AnnotationKind<FormFileUse>('FormFile');
/** The parts of a multipart form, one after the other. */
export const PartsKind = new AnnotationKind<true>('Parts');

/** Limits of one file field; what is left out is as `server.multipart` says. */
export interface FormFileOptions {
  /** A larger file is answered with 413, as soon as the limit is passed. */
  readonly maxSize?: DataSize | string;
  /** The media types that are taken, told by the content; others are answered with 415. */
  readonly types?: readonly string[];
  /** How many files of this field a list takes; more are answered with 413. */
  readonly maxCount?: number;
}

/**
 * A file of a multipart form. It stands on a parameter of type `UploadedFile`, or `UploadedFile[]` for several; a missing one is undefined, unless
 * `@NotNull` refuses that.
 *
 * @example upload(@FormFile('photo', { maxSize: '5 MB', types: ['image/png'] }) @NotNull photo: UploadedFile)
 */
export function FormFile(
  name: string,
  { maxSize, types, maxCount }: FormFileOptions = {},
): <T extends object, M extends keyof T, I extends number>(
  target: T,
  method: M,
  index: I & Fits<ArgumentOf<T, M, I>, UploadedFile | readonly UploadedFile[] | undefined, '@FormFile stands on UploadedFile, not on'>,
) => void {
  const size = maxSize === undefined ? undefined : DataSize.from(maxSize);
  return (target, method, index) =>
    record(
      FormFileKind,
      { name, maxSize: size, types: types?.map((type) => type.toLowerCase()), maxCount },
      placeOf([target, method, index]),
    );
}

/**
 * All parts of a multipart form, as they arrive: nothing is stored. The method has no limit but its own `@MaxBodySize`.
 *
 * @example async film(@Parts parts: AsyncIterable<Part>): Promise<void>
 */
export const Parts = <T extends object, M extends keyof T, I extends number>(
  target: T,
  method: M,
  index: I & Fits<AsyncIterable<Part>, ArgumentOf<T, M, I>, '@Parts stands on AsyncIterable<Part>; this parameter cannot hold'>,
): void => record(PartsKind, true, placeOf([target, method, index]));
