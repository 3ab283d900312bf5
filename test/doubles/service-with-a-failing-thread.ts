import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

/**
 * The service with one change: SIGUSR2 ends the thread of the module FAILING_THREAD at once, as running out of memory
 * would.
 */
const failing: threads.Worker[] = [];
threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    super(file, options);
    if (String(file).endsWith(process.env['FAILING_THREAD']!)) failing.push(this);
  }
};
syncBuiltinESMExports();
process.on('SIGUSR2', () => failing.forEach((worker) => void worker.terminate()));

await import('../../apps/service/main.js');
