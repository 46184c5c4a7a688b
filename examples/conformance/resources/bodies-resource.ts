import {
  Consumes,
  Int,
  JsonProperty,
  JsonSnakeCase,
  Length,
  Min,
  NotEmpty,
  NotNull,
  POST,
  Path,
  Produces,
  QueryParam,
  Returns,
  Valid,
  enumOf,
  listOf,
  recordOf,
} from 'keelson';

import { Choice } from './choice.js';
import { Gibberish } from './gibberish.js';
import { Person } from './people.js';

class Example {
  @JsonProperty(Int)
  @Min(0)
  id!: number;
}

class Examples {
  @NotEmpty
  @Valid(listOf(Example))
  examples!: Example[];
}

class Chosen {
  @JsonProperty(enumOf(Choice))
  @NotNull
  choice!: Choice;
}

@JsonSnakeCase
class FullName {
  @NotEmpty
  firstName!: string;

  @JsonProperty
  lastName?: string;
}

/** Every kind of body, one endpoint each. */
@Path('/bodies')
export class BodiesResource {
  @POST
  @Path('/person')
  person(@NotNull @Valid person: Person): Person {
    return person;
  }

  @POST
  @Path('/person-maybe')
  @Returns(recordOf(Boolean))
  personMaybe(@Valid person?: Person): Record<string, boolean> {
    return { given: person !== undefined };
  }

  @POST
  @Path('/unvalidated')
  @Returns(Person)
  @Returns(204)
  unvalidated(person: Person): Person {
    return person;
  }

  @POST
  @Path('/text')
  @Consumes('text/plain')
  @Produces('text/plain')
  text(@Length({ min: 3, max: 5 }) text: string): string {
    return text;
  }

  @POST
  @Path('/list')
  @Returns(listOf(Example))
  list(@NotNull @Valid(listOf(Example)) examples: Example[]): Example[] {
    return examples;
  }

  @POST
  @Path('/map')
  @Returns(recordOf(Example))
  @Returns(204)
  map(@Valid(recordOf(Example)) examples: Record<string, Example>): Record<string, Example> {
    return examples;
  }

  @POST
  @Path('/nested')
  @Returns(Examples)
  @Returns(204)
  nested(@Valid examples: Examples): Examples {
    return examples;
  }

  @POST
  @Path('/enum')
  @Returns(Chosen)
  @Returns(204)
  chosen(@Valid chosen: Chosen): Chosen {
    return chosen;
  }

  @POST
  @Path('/snake')
  @Returns(FullName)
  @Returns(204)
  snake(@Valid name: FullName): FullName {
    return name;
  }

  @POST
  @Path('/with-query')
  @Returns(Example)
  @Returns(204)
  withQuery(@QueryParam('q') @NotEmpty _q: string, @Valid example: Example): Example {
    return example;
  }

  @POST
  @Path('/gibberish')
  @Consumes('text/gibberish')
  @Produces('text/gibberish')
  gibberish(text: Gibberish): Gibberish {
    return text;
  }
}
