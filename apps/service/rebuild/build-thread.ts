import { Worker } from 'node:worker_threads';
import type { RebuildRun } from './rebuild-run.js';
import type { FromRebuild, RebuildThreadData } from './rebuild.worker.js';

/**
 * Runs the thread that folds the log into a file and compares it with the live rows.
 * @throws Error the thread has failed; the signal's reason
 */
export async function runBuild(
  { eventsFile, keysFile, secrets, liveFile, file }: RebuildThreadData,
  run: Pick<RebuildRun, 'hear'>,
  signal: AbortSignal,
): Promise<void> {
  const workerData: RebuildThreadData = { eventsFile, keysFile, secrets, liveFile, file };
  const worker = new Worker(new URL('./rebuild.worker.js', import.meta.url), { workerData });
  const stop = (): void => worker.postMessage('stop');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let failure: Error | undefined = new Error('The thread of the rebuild has ended.');
  try {
    await new Promise<void>((resolve) => {
      worker.on('message', (message: FromRebuild) => {
        if (message.kind === 'failed') failure = new Error(message.message);
        else run.hear(message);
        if (message.kind === 'done') failure = undefined;
      });
      worker.once('error', (error) => (failure = error));
      worker.once('exit', () => resolve());
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  if (failure) throw failure;
}
