import {
  Auth,
  Authenticated,
  DELETE,
  DenyAll,
  GET,
  LongParam,
  NotFoundException,
  NotNull,
  Optional,
  POST,
  Path,
  PathParam,
  PermitAll,
  Reply,
  Returns,
  Valid,
  roles,
  listOf,
  uriOf,
} from 'keelson';

import { Account, AccountDraft } from './account.js';
import { Caller } from './caller.js';

const { RolesAllowed } = roles('reader', 'accountant');

/** Accounts in memory. The class decides for all methods, and those that decide otherwise say so. */
@Path('/accounts')
@RolesAllowed('accountant')
export class AccountResource {
  private readonly accounts = new Map([
    [1, Account.of(1, 'ada')],
    [2, Account.of(2, 'bob')],
  ]);
  private nextId = 3;

  @GET
  @RolesAllowed('reader')
  @Returns(listOf(Account))
  list(): Account[] {
    return [...this.accounts.values()];
  }

  @GET
  @Path('/rates')
  @PermitAll
  rates(): object {
    return { EUR: 1 };
  }

  @GET
  @Path('/me')
  @Authenticated
  me(@Auth caller: Caller): object {
    return { name: caller.name, roles: caller.roles };
  }

  @GET
  @Path('/maybe')
  @PermitAll
  maybe(@Auth(Caller) caller: Optional<Caller>): object {
    return { name: caller.isPresent() ? caller.get().name : null };
  }

  @POST
  @Returns(Account, { status: 201 })
  open(@NotNull @Valid draft: AccountDraft): Reply<Account> {
    const account = Account.of(this.nextId++, draft.owner);
    this.accounts.set(account.id, account);
    return Reply.created(uriOf(AccountResource, 'close', { id: account.id })).body(account);
  }

  @DELETE
  @Path('/{id}')
  @Returns(204)
  close(@PathParam('id') id: LongParam): void {
    if (!this.accounts.delete(id.get())) throw new NotFoundException();
  }

  @GET
  @Path('/{id}/secret')
  @DenyAll
  secret(@PathParam('id') id: LongParam): object {
    return { id: id.get() };
  }
}
