/** A file as the body of a reply; what the client gets of it depends on the conditions and ranges of its request. */
export class FileBody {
  constructor(readonly path: string) {}
}
