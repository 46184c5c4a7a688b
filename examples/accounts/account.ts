import { Int, JsonProperty, NotEmpty } from 'keelson';

/** What a client sends to open an account. */
export class AccountDraft {
  @JsonProperty
  @NotEmpty
  owner!: string;
}

export class Account extends AccountDraft {
  @JsonProperty(Int)
  id!: number;

  static of(id: number, owner: string): Account {
    return Object.assign(new Account(), { id, owner });
  }
}
