import { JsonMapper } from '../../../src/json/json-mapper.js';
import { Target, hostileDocuments } from '../hostile-documents.js';

// Run with a small heap: it must survive, and refuse each document with its message.
const read = new JsonMapper().readerFor(Target);
for (const [what, [document]] of Object.entries(hostileDocuments)) process.stdout.write(`${what}: ${refusalOf(document)}\n`);

function refusalOf(document: string): string {
  try {
    read(document);
    return 'was read';
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0]!;
  }
}
