/** The last part of a name that a client gave, fit for a log line or a folder: no path, no control characters, at most 255 bytes. */
export function safeFileName(given: string): string {
  const base = given.split(/[\\/]/).at(-1)!;
  // Control characters, and those that turn the direction of text and so hide an extension.
  const visible = base.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/gu, '').trim();
  const name = shortened(visible);
  return /^\.*$/.test(name) ? 'unnamed' : name;
}

// The extension is kept: the program that opens the file goes by it.
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name;
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? '';
  const stem = Buffer.from(name.slice(0, name.length - extension.length)).subarray(0, longest - extension.length);
  return `${stem.toString().replace(/\uFFFD+$/, '')}${extension}`;
}

const longest = 255;
