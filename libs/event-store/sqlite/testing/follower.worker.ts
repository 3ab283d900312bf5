import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../sqlite-event-reader.js';

/** Follows a store's file from a thread of its own, like the read model's thread, and reports the revisions it sees. */
const { file, prefix } = workerData as { file: string; prefix: string };
const reader = openReader({ file, upcast: (event) => event });
const stop = new AbortController();

parentPort!.on('message', () => stop.abort());

for await (const { events } of reader.follow({ prefixes: [prefix], signal: stop.signal })) {
  parentPort!.postMessage(events.map(({ revision }) => revision));
}
reader.close();
parentPort!.close();
