import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { Application, Authenticated, Authorize, DELETE, DenyAll, GET, POST, Path, PermitAll, RolesAllowed, ScopesAllowed } from 'keelson';
import type { Environment } from 'keelson';
import { basic } from 'keelson/security';
import { TemporaryFolder, runCommand } from 'keelson/testing';

const isOwner = (): boolean => true;

class Parts {
  @GET list(): string {
    return '';
  }
  @POST @RolesAllowed('admin') add(): void {}
}

@Path('/articles')
class Articles {
  @GET @PermitAll list(): string {
    return '';
  }
  @POST @RolesAllowed('editor', 'admin') add(): void {}
  @DELETE @RolesAllowed('editor') @Authorize(isOwner) remove(): void {}
  @GET @Path('/me') @Authenticated me(): string {
    return '';
  }
  @GET @Path('/scoped') @ScopesAllowed('read', 'list') scoped(): string {
    return '';
  }
  @GET @Path('/closed') @DenyAll closed(): string {
    return '';
  }
  @Path('/parts') @RolesAllowed('editor', 'admin') parts(): Parts {
    return new Parts();
  }
}

class ArticlesApplication extends Application {
  override run(_configuration: unknown, environment: Environment): void {
    environment.resources.register(Articles);
    environment.auth.use(basic({ realm: 'articles' }, () => undefined));
  }
}

const table = [
  'endpoint              anonymous  authenticated        admin                editor',
  'DELETE /articles      no         no                   no                   check isOwner',
  'GET /articles         yes        yes                  yes                  yes',
  'POST /articles        no         no                   yes                  yes',
  'GET /articles/closed  no         no                   no                   no',
  'GET /articles/me      no         yes                  yes                  yes',
  'GET /articles/parts   no         no                   yes                  yes',
  'POST /articles/parts  no         no                   yes                  no',
  'GET /articles/scoped  no         scope read and list  scope read and list  scope read and list',
];

describe('auth matrix', () => {
  test('tabulates who may call what', async () => {
    const { exitCode, out, error } = await runCommand(new ArticlesApplication(), 'auth', 'matrix');
    assert.deepEqual([exitCode, error, out.trimEnd().split('\n')], [0, '', table]);
  });

  test('is content with an equal table, and with one that gives more', async () => {
    using folder = new TemporaryFolder();
    const file = folder.file('matrix.txt');
    for (const earlier of [
      table.join('\n'),
      table
        .join('\n')
        .replace('no         no                   no                   no', 'yes        yes                  yes                  yes'),
    ]) {
      writeFileSync(file, earlier);
      const { exitCode, out, error } = await runCommand(new ArticlesApplication(), 'auth', 'matrix', '--against', file);
      assert.deepEqual([exitCode, out, error], [0, '', '']);
    }
  });

  test('fails where somebody has gained a right, and says who', async () => {
    using folder = new TemporaryFolder();
    const file = folder.file('matrix.txt');
    writeFileSync(
      file,
      [
        'endpoint              anonymous  authenticated  editor',
        'DELETE /articles      no         no             no',
        'GET /articles         no         yes            yes',
        'POST /articles        no         no             yes',
        'GET /articles/me      no         yes            yes',
        'GET /articles/parts   no         no             yes',
        'GET /articles/scoped  no         no             no',
      ].join('\n'),
    );
    const { exitCode, error } = await runCommand(new ArticlesApplication(), 'auth', 'matrix', '--against', file);
    assert.equal(exitCode, 1);
    assert.deepEqual(
      error.split('\n').filter((line) => line.startsWith('  * ')),
      [
        '  * editor: DELETE /articles was no, and is check isOwner',
        '  * anonymous: GET /articles was no, and is yes',
        '  * admin: POST /articles was no, and is yes',
        '  * admin: GET /articles/parts was no, and is yes',
        '  * admin: POST /articles/parts was not there, and is yes',
        '  * authenticated: GET /articles/scoped was no, and is scope read and list',
        '  * admin: GET /articles/scoped was no, and is scope read and list',
        '  * editor: GET /articles/scoped was no, and is scope read and list',
      ],
    );
    assert.equal(readFileSync(file, 'utf8').startsWith('endpoint'), true);
  });
});
