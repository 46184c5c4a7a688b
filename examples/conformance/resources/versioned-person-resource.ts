import { Default, Length, NotEmpty, POST, Path, Returns, Valid, Validated, group } from 'keelson';

const Version1 = group('Version1');
const Version2 = group('Version2', Default);

class VersionedPerson {
  @NotEmpty({ groups: Version1 })
  @Length({ max: 5, groups: Version2 })
  name!: string;

  @Length({ max: 3 })
  nick?: string;
}

/** Two versions of one API: the second validates what the first does, and more. */
@Path('/person')
export class VersionedPersonResource {
  @POST
  @Path('/v1')
  @Returns(VersionedPerson)
  @Returns(204)
  createV1(@Valid @Validated(Version1) person: VersionedPerson): VersionedPerson {
    return person;
  }

  @POST
  @Path('/v2')
  @Returns(VersionedPerson)
  @Returns(204)
  createV2(@Valid @Validated(Version1, Version2) person: VersionedPerson): VersionedPerson {
    return person;
  }
}
