import mime from 'mime';

/** The Content-Type of a file by its extension, text with its charset; `application/octet-stream` for an unknown one. */
export function fileType(path: string): string {
  const type = mime.getType(path);
  if (type === null) return 'application/octet-stream';
  return utf8Types.test(type) ? `${type};charset=utf-8` : type;
}

const utf8Types = /^text\/|[/+](?:json|xml|javascript)$/;
