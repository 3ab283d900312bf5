import { setTimeout } from 'node:timers/promises';

/**
 * Polls until the condition holds.
 * @param what the awaited condition; a function is asked at the end, so that it can tell what was there instead
 * @throws Error that names it, after `ms`
 */
export async function until(
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  ms = 60_000,
): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline) {
      throw new Error(`not within ${ms} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await setTimeout(2);
  }
}
