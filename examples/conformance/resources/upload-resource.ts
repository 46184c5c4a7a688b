import { createHash } from 'node:crypto';

import { FormFile, FormParam, Int, JsonProperty, NotEmpty, NotNull, POST, Path, Returns, UploadedFile } from 'keelson';

/** What was uploaded. */
export class Receipt {
  @JsonProperty readonly title!: string;
  @JsonProperty readonly name!: string;
  @JsonProperty readonly type!: string;
  @JsonProperty(Int) readonly size!: number;
  @JsonProperty readonly sha256!: string;
}

/** Takes a picture with its title. */
@Path('/upload')
export class UploadResource {
  @POST
  @Returns(Receipt)
  async upload(
    @FormParam('title') @NotEmpty title: string,
    @FormFile('photo', { maxSize: '1 MB', types: ['image/png', 'image/jpeg'] }) @NotNull photo: UploadedFile,
  ): Promise<Receipt> {
    const hash = createHash('sha256');
    for await (const piece of photo.stream()) hash.update(piece as Buffer);
    const { name, type, size } = photo;
    return { title, name, type, size, sha256: hash.digest('hex') };
  }
}
