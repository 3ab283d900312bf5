import 'reflect-metadata';
import { readConfig } from '../../apps/service/config.js';
import { startService } from '../../apps/service/service.js';
import type { Progress } from '../../libs/read-model/index.js';

/**
 * The service as it is, but that a write is answered as soon as it is durable: nobody waits for the rows. All the rest is done as
 * ever, the rows by the same process at the same time.
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
