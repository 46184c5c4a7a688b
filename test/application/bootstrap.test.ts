import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap, Command } from '../../src/application/bootstrap.js';
import type { Bundle } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { createEnvironment, fillEnvironment } from '../../src/application/set-up.js';
import { JsonProperty } from '../../src/json/json-annotations.js';

class ShopConfiguration extends Configuration {
  @JsonProperty shop: string = 'corner shop';
}

class ShopApplication extends Application<ShopConfiguration> {
  readonly told: string[] = [];

  constructor() {
    super(ShopConfiguration);
  }

  override run(configuration: ShopConfiguration, environment: Environment): void {
    this.told.push(`application ${configuration.shop} ${environment.name}`);
  }
}

class TellingBundle implements Bundle<{ readonly shop: string }> {
  constructor(
    readonly name: string,
    private readonly told: string[],
    private readonly inner?: Bundle,
  ) {}

  initialize(bootstrap: Bootstrap): void {
    this.told.push(`initialize ${this.name}`);
    if (this.inner !== undefined) bootstrap.addBundle(this.inner);
  }

  async run({ shop }: { readonly shop: string }): Promise<void> {
    await Promise.resolve();
    this.told.push(`run ${this.name} ${shop}`);
  }
}

test('bundles are initialised when added and run in the order added, before the application', async () => {
  const application = new ShopApplication();
  const { told } = application;
  const bootstrap = new Bootstrap(application);
  const inner = { initialize: () => void told.push('initialize inner'), run: () => void told.push('run inner') };
  bootstrap.addBundle(new TellingBundle('a', told, inner));
  told.push('between');
  bootstrap.addBundle(new TellingBundle('b', told));
  const configuration = new ShopConfiguration();
  await fillEnvironment(createEnvironment(bootstrap, configuration).environment, bootstrap, configuration);
  assert.deepEqual(told, [
    'initialize a',
    'initialize inner',
    'between',
    'initialize b',
    'run inner',
    'run a corner shop',
    'run b corner shop',
    'application corner shop ShopApplication',
  ]);
});

test('a bundle that demands what the configuration lacks does not compile', () => {
  const bootstrap = new Bootstrap(new ShopApplication());
  const demanding: Bundle<{ readonly database: string }> = {};
  // @ts-expect-error the configuration class lacks what this bundle demands
  bootstrap.addBundle(demanding);
  const demandingOther: Bundle<{ readonly shop: number }> = {};
  // @ts-expect-error it has the field, but of another type
  bootstrap.addBundle(demandingOther);
});

test('an application says which class its configuration is read into, and the compiler holds it against the type', () => {
  class Careless extends Application<ShopConfiguration> {
    override run(): void {}
  }
  // @ts-expect-error the class is missing
  assert.equal(new Careless().configurationClass, Configuration);
  // @ts-expect-error this is another class
  assert.equal(new Careless(Configuration).configurationClass, Configuration);
  assert.equal(new Careless(ShopConfiguration).configurationClass, ShopConfiguration);
  class Plain extends Application {
    override run(): void {}
  }
  assert.equal(new Plain().configurationClass, Configuration);
});

class Named extends Command {
  override run(): void {}
}

test('a second command of one name is refused, unless it is meant to replace the first', () => {
  const bootstrap = new Bootstrap(new ShopApplication());
  bootstrap.addCommand(new Named('x', 'first'));
  assert.throws(() => bootstrap.addCommand(new Named('x', 'second')), {
    code: 'KEELSON_NAME_TAKEN',
    message: 'There is already a command named "x"; give one of them another name, or replace the first with bootstrap.replaceCommand()',
  });
  bootstrap.replaceCommand(new Named('x', 'third'));
  bootstrap.replaceCommand(new Named('y', 'fourth'));
  assert.deepEqual(
    bootstrap.commands.map(({ description }) => description),
    ['third', 'fourth'],
  );
});

test('a second bundle of one name is refused, and so is the same bundle twice', () => {
  const bootstrap = new Bootstrap(new ShopApplication());
  const told: string[] = [];
  bootstrap.addBundle(new TellingBundle('a', told));
  assert.throws(() => bootstrap.addBundle(new TellingBundle('a', told)), {
    code: 'KEELSON_NAME_TAKEN',
    message: 'There is already a bundle named "a"; add it once, or give one of them another name',
  });
  class Nameless implements Bundle {}
  const nameless = new Nameless();
  bootstrap.addBundle(nameless);
  bootstrap.addBundle(new Nameless());
  assert.throws(() => bootstrap.addBundle(nameless), {
    message: 'There is already a bundle named "Nameless"; add it once, or give one of them another name',
  });
  assert.deepEqual([told, bootstrap.bundles.length], [['initialize a'], 3]);
});
