/** How many bytes {@link typeOfContent} looks at. */
export const signatureLength = 16;

/**
 * The media type of a file by its first bytes, where they tell. Types that have no signature, such as text, are what the client says; a client that
 * claims a type whose signature is not there is not believed.
 */
export function typeOfContent(head: Uint8Array, declaredType: string): string {
  const found = signatures.find(({ matches }) => matches(head))?.type;
  if (found === 'application/zip' && zipBased.test(declaredType)) return declaredType;
  if (found !== undefined) return found;
  return signatures.some(({ type }) => type === declaredType) || zipBased.test(declaredType) ? 'application/octet-stream' : declaredType;
}

// Office documents and their kin are ZIP archives.
const zipBased = /^application\/(?:vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.|java-archive$)|\+zip$/;

interface Signature {
  readonly type: string;
  readonly matches: (head: Uint8Array) => boolean;
}

/** Bytes in hexadecimal, at an offset. */
function bytes(type: string, ...texts: readonly (string | readonly [offset: number, hex: string])[]): Signature {
  const places = texts.map((text) =>
    typeof text === 'string' ? ([0, Buffer.from(text, 'hex')] as const) : ([text[0], Buffer.from(text[1], 'hex')] as const),
  );
  return {
    type,
    matches: (head) => places.every(([offset, wanted]) => Buffer.compare(head.subarray(offset, offset + wanted.length), wanted) === 0),
  };
}

/** The `ftyp` box of ISO media files names their brand. */
function brand(type: string, pattern: RegExp): Signature {
  return {
    type,
    matches: (head) => {
      const text = Buffer.from(head.subarray(4, 12)).toString('latin1');
      return text.startsWith('ftyp') && pattern.test(text.slice(4));
    },
  };
}

const riff = '52494646';

const signatures: readonly Signature[] = [
  bytes('image/png', '89504e470d0a1a0a'),
  bytes('image/jpeg', 'ffd8ff'),
  bytes('image/gif', '474946383761'),
  bytes('image/gif', '474946383961'),
  bytes('image/webp', riff, [8, '57454250']),
  bytes('image/bmp', '424d', [6, '00000000']),
  bytes('image/tiff', '49492a00'),
  bytes('image/tiff', '4d4d002a'),
  bytes('image/x-icon', '00000100'),
  brand('image/avif', /^avi[fs]/),
  brand('image/heic', /^(?:hei[cx]|mif1|hev[cx])/),
  brand('video/quicktime', /^qt {2}/),
  brand('audio/mp4', /^M4A/),
  brand('video/mp4', /./),
  bytes('video/webm', '1a45dfa3'),
  bytes('audio/mpeg', '494433'),
  bytes('audio/mpeg', 'fffb'),
  bytes('audio/ogg', '4f676753'),
  bytes('audio/flac', '664c6143'),
  bytes('audio/wav', riff, [8, '57415645']),
  bytes('application/pdf', '255044462d'),
  bytes('application/zip', '504b0304'),
  bytes('application/zip', '504b0506'),
  bytes('application/gzip', '1f8b08'),
  bytes('application/x-bzip2', '425a68'),
  bytes('application/x-xz', 'fd377a585a00'),
  bytes('application/zstd', '28b52ffd'),
  bytes('application/x-7z-compressed', '377abcaf271c'),
  bytes('application/vnd.rar', '526172211a07'),
  bytes('application/wasm', '0061736d'),
  bytes('application/x-elf', '7f454c46'),
  bytes('application/vnd.microsoft.portable-executable', '4d5a'),
  bytes('font/woff', '774f4646'),
  bytes('font/woff2', '774f4632'),
  bytes('application/vnd.sqlite3', '53514c69746520666f726d6174203300'),
];
