import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Length, Pattern } from '../validation/text-constraints.js';

/** The `openapi` block: what is published of the API, and where. */
@Doc('The `openapi` section: what is published of the API, and where.')
export class OpenApiFactory {
  @Doc('Whether the admin port has `/openapi.json` and `/openapi.yaml`.')
  @JsonProperty
  enabled: boolean = true;

  @Doc("The name of the API; the application's unless given.")
  @JsonProperty
  @Length({ min: 1 })
  title?: string;

  @Doc("The version of the API; that of the application's package.json unless given.")
  @JsonProperty
  @Length({ min: 1 })
  version?: string;

  @Doc('A few sentences about the API, in Markdown.')
  @JsonProperty
  description?: string;

  @Doc('Where clients find the API, as in `https://api.example/`; the place of the document unless given.')
  @JsonProperty(listOf(String))
  @NotNull
  servers: string[] = [];

  @Doc('The path on the application port under which the document is published too, as in `/openapi`; nowhere unless given.')
  @JsonProperty
  @Pattern(/(?:\/[A-Za-z0-9._~-]+)+/, { message: 'must be a path, as in /openapi' })
  publicPath?: string;

  @Doc('A document that is checked in, as in `api.lock.json`: `check` fails if the code breaks it; none unless given.')
  @JsonProperty
  @Length({ min: 1 })
  contract?: string;
}
