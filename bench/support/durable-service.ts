import 'reflect-metadata';
import { readConfig } from '../../apps/service/config.js';
import { startService } from '../../apps/service/service.js';
import type { Progress } from '../../libs/read-model/index.js';

/**
 * The service with one change: a write is answered as soon as it is durable, without waiting for the rows, which the
 * same process still writes.
 */
function withoutWaiting(progress: Progress): Progress {
  return {
    get ready() {
      return progress.ready;
    },
    whenComplete: () => Promise.resolve(false),
    whenReady: () => progress.whenReady(),
  };
}

const service = await startService(readConfig(process.env), {
  around: (pair) => ({ ...pair, progress: withoutWaiting(pair.progress) }),
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
