import { Worker } from 'node:worker_threads';
import type { SharedRebuildData } from './shared-rebuild.worker.js';
import type { StartBuilding } from './shared-rebuild-run.js';

/** Builds in threads of this process. */
export function buildingThreads(data: Omit<SharedRebuildData, 'build'>): StartBuilding {
  return (build, hear) => {
    const workerData: SharedRebuildData = { ...data, build };
    const worker = new Worker(new URL('./shared-rebuild.worker.js', import.meta.url), { workerData });
    worker.on('message', hear);
    const ended = new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
    return { post: (message) => worker.postMessage(message), ended };
  };
}
