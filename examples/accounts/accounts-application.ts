import { Application } from 'keelson';
import type { Configuration, Environment } from 'keelson';
import { basic } from 'keelson/security';

import { AccountResource } from './account-resource.js';
import { Caller } from './caller.js';
import { findCaller } from './known-callers.js';

/** A service that knows who is calling: by a signed token, or by name and password. */
export class AccountsApplication extends Application {
  override async run({ auth }: Configuration, environment: Environment): Promise<void> {
    const { bearer } = auth;
    if (bearer !== undefined) {
      const from = ({ name, roles }: Caller): Caller => new Caller(name, roles);
      environment.auth.use(await bearer.build(environment, { principal: Caller, from }));
    }
    environment.auth.use(basic({ realm: 'accounts', principal: Caller }, findCaller));
    environment.resources.register(AccountResource);
  }
}
