// Started by quiet-service.test.ts: nothing is printed before the service starts, so that node has not yet opened standard output.
import { Application } from 'keelson';
import { ApplicationTest } from 'keelson/testing';

class QuietApplication extends Application {
  override run(): void {}
}

const service = await new ApplicationTest(new QuietApplication()).start();
await service.stop();
process.stdout.write('nothing was left open\n');
