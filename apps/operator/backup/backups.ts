import type { Manifest } from '../../service/backup/index.js';
import type { Console } from '../console.js';
import { refuse, type Unopened } from '../past.js';
import { unopenedInWords } from '../unopened-text.js';

/** Loads what copies a log: without it, other commands start in a tenth of the time. */
export function loadBackup(): Promise<typeof import('../../service/backup/index.js')> {
  return import('../../service/backup/index.js');
}

/** How a command over a backup ended. */
export interface Ended {
  readonly manifest: Manifest;
  readonly misfits: readonly string[];
  readonly unopened: readonly Unopened[];
}

/** Whether all of it fits. */
export function fits({ misfits, unopened }: Ended): boolean {
  return misfits.length + unopened.length === 0;
}

/** Runs a long step with its progress shown, until it ends or is interrupted. @throws Refusal */
export async function watched(
  console: Console,
  step: (watching: Pick<Console, 'environment' | 'progress'> & { readonly signal: AbortSignal }) => Promise<Ended>,
): Promise<Ended> {
  const { environment } = console;
  const progress: Console['progress'] = (part, text) => console.progress(part, text);
  try {
    return await step({ environment, progress, signal: console.interruption() });
  } catch (error) {
    return refuse(error);
  } finally {
    console.progress(undefined, '');
  }
}

/**
 * Prints what has become of a backup.
 * @param done what to say where everything fits, before the counts
 */
export function tell(console: Console, ended: Ended, done: string, json: true | undefined): void {
  const { manifest, misfits, unopened } = ended;
  const ok = fits(ended);
  const { events, last_position, made_at } = manifest;
  if (json) {
    const misfit = ok ? null : [...misfits, ...unopenedInWords(unopened)].join(' ');
    console.print(JSON.stringify({ ok, misfit, manifest }, undefined, 2));
  } else if (ok) console.print(`${done}: ${events} events up to position ${last_position ?? '-'}, as of ${made_at}.`);
  for (const each of json ? [] : misfits) console.print(`IT DOES NOT FIT: ${each}`);
  for (const each of json ? [] : unopenedInWords(unopened)) console.print(`NOT VERIFIED: ${each}`);
  if (!ok) console.fail('check_failed');
}
