import { setTimeout } from 'node:timers/promises';

/** Asks again and again until it is so. @throws Error naming what was waited for, after `ms`. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`);
    await setTimeout(2);
  }
}
