import { setTimeout } from 'node:timers/promises';

/** Polls until the condition holds. @throws Error that names the awaited condition, after `ms`. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`);
    await setTimeout(2);
  }
}
