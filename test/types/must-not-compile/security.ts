import { Auth, Authorize, POST, Optional, Path, RolesAllowed, roles } from '../../../src/index.js';
import { basic } from '../../../src/security/index.js';

class User {
  constructor(readonly name: string) {}
}

class Client {
  readonly name = 'client';
  readonly key = 'k';
}

const { RolesAllowed: Allowed } = roles('reader', 'accountant');

@Path('/')
// error TS2555: Expected at least 1 arguments, but got 0
@RolesAllowed()
export class Resource {
  // error TS1239: '@Auth stands on a principal (an object with a name) or an Optional of one, not on'
  @POST number(@Auth n: number): void {}

  // error TS1239: '@Auth stands on a principal
  @POST text(@Auth n: Optional<string>): void {}

  // error TS1239: 'this parameter cannot hold the principal'
  @POST other(@Auth(Client) user: Optional<Date>): void {}

  // error TS2345: Argument of type '"acountant"' is not assignable to parameter of type '"accountant" | "reader"'
  @POST @Allowed('acountant') misspelt(): void {}

  // error TS2345: Type 'string' is not assignable to type 'boolean | Promise<boolean>'
  @POST @Authorize((user: User) => user.name) wordy(): void {}
}

// error TS2322: Property 'key' is missing in type 'User' but required in type 'Client'
export const wrongClass = basic({ realm: 'a', principal: Client }, ({ name }) => new User(name));
