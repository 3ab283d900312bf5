import { metricOf } from './metrics.js';
import type { BenchService } from './service.js';

/** Milliseconds between two looks. */
const LOOK_MS = 2_000;
/** Of the time between two looks: a service that takes less does no work in the background. */
const IDLE_SHARE = 0.05;
const WAIT_MS = 1_800_000;

/**
 * Processor time of the service so far, of all its threads, in milliseconds. Other programs on the machine influence it
 * less than elapsed time.
 */
export async function processorMs(service: BenchService): Promise<number> {
  return 1_000 * (await metricOf(service, 'process_cpu_seconds_total'));
}

/**
 * Waits until the service has no work left that began before: a log that was seeded is indexed (GET /events) behind the
 * rows, which takes a core of those that are measured.
 * @throws Error it is still at work after half an hour
 */
export async function atRest(service: BenchService): Promise<void> {
  const began = performance.now();
  for (let used = await processorMs(service); performance.now() - began < WAIT_MS;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = await processorMs(service);
    if (now - used < IDLE_SHARE * LOOK_MS) return;
    used = now;
  }
  throw new Error(`the service was not at rest within ${WAIT_MS / 1000} s`);
}
