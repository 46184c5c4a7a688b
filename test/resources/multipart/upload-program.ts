import { FormFile, MaxBodySize, POST, Path, UploadedFile } from 'keelson';

import { defaultLimits } from '../../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../../src/server/engines/node-http-engine.js';
import { answerFailure } from '../../../src/server/handlers/last-resort.js';
import { serve } from '../serving.js';

/** Takes uploads, and tells its parent its port, and by how much its memory has grown at most. */
@Path('/upload')
class UploadResource {
  @POST
  @MaxBodySize('2 GB')
  upload(@FormFile('file', { maxSize: '2 GB' }) file: UploadedFile): number {
    return file.size;
  }
}

const listener = await new NodeHttpEngine().listen(
  { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: { ...defaultLimits }, trustedProxies: 0, onFailure: answerFailure },
  serve(new UploadResource()).handler,
);
let base = 0;
let most = 0;
setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 20);
process.on('message', (message) => {
  if (message === 'begin') base = most = process.memoryUsage().rss;
  process.send!({ port: listener.port, grown: most - base });
});
