import { setTimeout as pause } from 'node:timers/promises';
import type { AdminApi } from '../admin-api.js';
import { type Console, Refusal } from '../console.js';
import { differenceInWords } from './difference-text.js';
import type { RowDifference } from '../past.js';

/** A rebuild of the rows, as the API shows it. */
export interface Rebuild {
  readonly kind: 'rebuild' | 'back';
  readonly state: 'building' | 'comparing' | 'switching' | 'done' | 'differs' | 'failed';
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly forced: boolean;
  readonly folded_events: number;
  readonly log_events: number;
  readonly events_per_second: number | null;
  readonly seconds_left: number | null;
  readonly compared_rows: number;
  readonly equal_rows: number;
  readonly moving_rows: number;
  readonly different_rows: number;
  readonly differences: readonly RowDifference[];
  readonly error: string | null;
}

/** The answer of GET /admin/projections. */
export interface ProjectionsAnswer {
  readonly followers: readonly {
    readonly name: string;
    readonly state: string;
    readonly position: string | null;
    readonly lag_events: number | null;
    readonly lag_seconds: number | null;
    readonly events_per_second: number | null;
    readonly trouble: string | null;
  }[];
  readonly heads: { readonly loaded: number; readonly stalled: number };
  readonly rows_made_by: {
    readonly at: string;
    readonly by: string | null;
    readonly forced: boolean;
    readonly different_rows: number;
  } | null;
  readonly can_go_back: boolean;
  readonly rebuild: Rebuild | null;
}

/** Milliseconds between two looks at a rebuild. */
const LOOK_MS = 250;
/** Looks without an answer until the service counts as gone: it may be started anew meanwhile. */
const LOST_LOOKS = 240;

/**
 * Shows how far a rebuild is until it has ended, also while the service is started anew.
 * @throws Refusal `unavailable`: no service answers for a minute; `interrupted`: the rebuild continues
 */
export async function watchRebuild(console: Console, api: AdminApi, started: Rebuild): Promise<Rebuild> {
  const signal = console.interruption();
  let lost = 0;
  try {
    for (let rebuild = started; ;) {
      if (rebuild.ended_at !== null) return rebuild;
      tellProgress(console, rebuild);
      await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new Refusal('It was interrupted; the service goes on with the rebuild.', 'interrupted');
      const now = await look(api, lost < LOST_LOOKS);
      lost = now ? 0 : lost + 1;
      if (lost > LOST_LOOKS) {
        throw new Refusal('The service was started anew, and has no rebuild under way.', 'unavailable');
      }
      rebuild = now ?? rebuild;
    }
  } finally {
    console.progress(undefined, '');
  }
}

/**
 * The rebuild of the service; null: it has none. A service that is started anew may not have taken it up yet.
 * @param mayBeAway whether it is null, too, where no service answers now
 * @throws Refusal
 */
async function look(api: AdminApi, mayBeAway: boolean): Promise<Rebuild | null> {
  try {
    return (await api.ask<ProjectionsAnswer>('GET', '/admin/projections')).rebuild;
  } catch (error) {
    if (mayBeAway && error instanceof Refusal && error.exit === 'unavailable') return null;
    throw error;
  }
}

/** What a rebuild has come to, or how far it is. */
export function rebuildInWords(rebuild: Rebuild): string {
  const { kind, state, equal_rows, moving_rows, different_rows, folded_events, log_events, compared_rows, error } =
    rebuild;
  switch (state) {
    case 'done':
      if (kind === 'back') return 'The rows before the last rebuild are served again.';
      return different_rows > 0
        ? `The rebuilt rows are served by force: ${different_rows} of them differ from those before.`
        : `The rebuilt rows are served: ${equal_rows} are equal${moving_rows > 0 ? `, ${moving_rows} moved all the time` : ''}.`;
    case 'differs':
      return `${different_rows} rows differ, ${equal_rows} are equal: the rebuilt rows are not served.`;
    case 'failed':
      return `The rebuild has failed: ${error}`;
    case 'building':
      return `The rows are being rebuilt: ${folded_events} of ${log_events} events.`;
    case 'comparing':
      return `The rebuilt rows are being compared: ${compared_rows} so far.`;
    case 'switching':
      return 'The rows are being exchanged.';
    default:
      return state satisfies never;
  }
}

/** Prints how a rebuild has ended, and sets the exit code. */
export function tellRebuild(console: Console, rebuild: Rebuild, json: true | undefined): void {
  if (json) console.print(JSON.stringify({ ok: rebuild.state === 'done', rebuild }, undefined, 2));
  else {
    for (const difference of rebuild.differences) console.print(`IT DIFFERS: ${differenceInWords(difference)}.`);
    const more = rebuild.different_rows - rebuild.differences.length;
    if (more > 0) console.print(`… and ${more} more rows.`);
    console.print(rebuildInWords(rebuild));
  }
  if (rebuild.state !== 'done') console.fail('check_failed');
}

function tellProgress(console: Console, rebuild: Rebuild): void {
  const { state, folded_events, log_events, events_per_second: rate, seconds_left: left } = rebuild;
  const part = state === 'building' && log_events > 0 ? folded_events / log_events : undefined;
  const pace = rate === null ? '' : ` ${rate} a second, ${left ?? '?'} s left.`;
  console.progress(part, rebuildInWords(rebuild) + pace);
}
