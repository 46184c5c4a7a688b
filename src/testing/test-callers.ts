import { randomUUID } from 'node:crypto';

import type { Principal } from '../contract/access.js';
import type { Authenticator } from '../security/authenticator.js';
import type { AnswerStream } from './streamed-answer.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';

/** The callers of a test: each has a secret name in a header, which an authenticator beside the service's own recognises. */
export class TestCallers {
  private readonly principals = new Map<string, Principal>();

  readonly authenticator: Authenticator = {
    scheme: 'Test',
    authenticate: ({ headers }) => this.principals.get(headers.get(callerHeader) ?? '') ?? 'absent',
  };

  /** A client whose requests are those of this caller. */
  clientAs(principal: Principal, client: Pick<TestClient, 'begin'>): TestClient {
    const id = randomUUID();
    this.principals.set(id, principal);
    return new PrincipalClient(id, client);
  }
}

class PrincipalClient extends TestClient {
  constructor(
    private readonly id: string,
    private readonly client: Pick<TestClient, 'begin'>,
  ) {
    super();
  }

  override begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream> {
    return this.client.begin({ ...request, headers: { ...request.headers, [callerHeader]: this.id } }, signal);
  }
}

const callerHeader = 'x-keelson-test-caller';
