// The event store for tests: the server that TEST_EVENTSTORE_BIN names, or else the double (test/doubles/eventstoredb).
//   node scripts/event-store.mjs         runs it on an empty log until Ctrl-C or SIGTERM; prints its URL
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
const path = join(root, 'dist', 'test', 'support', 'engines', 'event-store-process.js');
const { EventStoreProcess } = await import(pathToFileURL(path).href);
const store = await EventStoreProcess.start();
console.log(store.url);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await store.stop();
