import { parentPort, workerData } from 'node:worker_threads';
import { CONTRACT_COLLECTIONS } from '../../contract/fixtures.js';
import { errorMessage } from '../../thread/messages.js';
import { SqliteReadModelWriter } from '../writer.js';
import type { WriterAnswer, WriterCall, WriterMethod } from './threaded-writer.js';

/** A writer in a thread of its own, whose methods are called from outside: for the contract suite. */
const port = parentPort!;
const { projected, cachedFields, others } = CONTRACT_COLLECTIONS;
const writer = SqliteReadModelWriter.open({
  path: workerData as string,
  projections: projected.map((collection) => ({ collection, version: 1, cachedFields })),
  others,
});

port.on('message', (call: WriterCall) => {
  if (call.method === 'close') {
    writer.close();
    port.close();
  } else {
    void answer(call.method, call).then((answered) => port.postMessage(answered));
  }
});
port.postMessage({ id: 0, value: undefined } satisfies WriterAnswer);

async function answer(method: WriterMethod, { id, args }: WriterCall): Promise<WriterAnswer> {
  try {
    const value: unknown = await Reflect.apply(writer[method] as () => unknown, writer, args);
    return { id, value };
  } catch (error) {
    return { id, error: errorMessage(error) };
  }
}
