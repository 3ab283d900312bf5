import { type Clock, type ClockTrouble, DomainError, type Position, refuseWrongClock, type Timers } from '#kernel';
import { MOST_REST_MS, type RowsBehind } from '#read-model';
import type { WorkspaceHeads } from '#workspace-head';
import { readWithin } from '../read-within.js';
import { secondsSince } from '../seconds-since.js';
import type { StorePair } from '../store-pair.js';
import type { RebuildStatus } from './rebuild-run.js';
import type { Asked, RebuildsState, RowRebuilds } from './row-rebuilds.js';

/** How far a follower is, in the names of the API. */
export interface FollowerStatus {
  readonly name: 'rows' | 'events_index';
  readonly state: 'building' | 'following' | 'stalled';
  readonly position: Position | null;
  /** Events of the log that the copy lacks; null: a store does not tell now. */
  readonly lag_events: number | null;
  readonly lag_seconds: number | null;
  /** What this process folds of them; null: it has no such follower. */
  readonly events_per_second: number | null;
  /** Why it waits or has stopped. */
  readonly trouble: string | null;
}

export interface ProjectionsPorts {
  readonly pair: StorePair;
  readonly decider: Pick<WorkspaceHeads, 'headCache'>;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly clockTrouble: ClockTrouble;
}

/** Milliseconds that a store may take to tell how far a copy is. */
const TELL_MS = 2_000;
/** Seconds of lag from which a position is read twice: the lease of a killed process is taken over before. */
const SUSPICIOUS_LAG_S = 15;
/** Milliseconds between the two reads: longer than a batch of a follower that is at work, and its rest after it. */
const STILL_MS = { rows: 2_000, events_index: 2_000 + MOST_REST_MS };

const NO_REBUILDS: RebuildsState = { rebuild: undefined, canGoBack: false, madeBy: undefined };

/** What is folded from the log in this process, and its rebuilds: for operators. */
export class Projections {
  constructor(private readonly ports: ProjectionsPorts) {}

  /**
   * The followers, as this process sees them. A store that does not answer within two seconds leaves their lag open.
   * One that lags, and stands still for seconds, is stalled, whichever process has it.
   */
  async followers(): Promise<readonly FollowerStatus[]> {
    const { pair } = this.ports;
    const { eventsIndex, progress, checks } = pair;
    const rows = this.told(
      'rows',
      async () => (await checks.readModel()) ?? undefined,
      (signal) => pair.rowsBehind(signal),
      { isComplete: progress.ready, rate: () => pair.eventsPerSecond() },
    );
    if (!eventsIndex) return [await rows];
    const index = this.told(
      'events_index',
      async () => eventsIndex.trouble(),
      (signal) => eventsIndex.behind(signal),
      { isComplete: true, rate: () => eventsIndex.eventsPerSecond() },
    );
    return Promise.all([rows, index]);
  }

  /** The heads of this process. */
  heads(): { readonly loaded: number; readonly stalled: number } {
    const { heads: loaded, stalled } = this.ports.decider.headCache;
    return { loaded, stalled };
  }

  /** What is known of rebuilds; where the rows do not tell within two seconds, as if there were none. */
  async rebuilds(): Promise<RebuildsState> {
    const { pair, timers } = this.ports;
    return (await readWithin(TELL_MS, timers, async () => pair.rebuild?.state())) ?? NO_REBUILDS;
  }

  /** @throws DomainError `unavailable` while the clock is wrong; `resource_conflict`, see RowRebuilds.start */
  async start(asked: Asked & { readonly force: boolean }): Promise<RebuildStatus> {
    return this.rebuilding().start(asked);
  }

  /** @throws DomainError `unavailable` while the clock is wrong; `resource_conflict`, see RowRebuilds.back */
  async back(asked: Asked): Promise<RebuildStatus> {
    return this.rebuilding().back(asked);
  }

  private rebuilding(): RowRebuilds {
    refuseWrongClock(this.ports.clockTrouble);
    const { rebuild } = this.ports.pair;
    if (rebuild) return rebuild;
    throw new DomainError('resource_conflict', 'These rows cannot be rebuilt while they are served.');
  }

  private async told(
    name: FollowerStatus['name'],
    troubleOf: () => Promise<string | undefined>,
    behindOf: (signal: AbortSignal) => Promise<RowsBehind>,
    { isComplete, rate }: { readonly isComplete: boolean; readonly rate: () => number | undefined },
  ): Promise<FollowerStatus> {
    const { clock, timers } = this.ports;
    const readLag = async () => {
      const behind = await readWithin(TELL_MS, timers, behindOf);
      return { behind, lag: behind && Math.round(secondsSince(behind.since, clock.now())) };
    };
    const [ownTrouble, { behind, lag }] = await Promise.all([
      troubleOf().catch((error: Error) => error.message),
      readLag(),
    ]);
    let trouble = ownTrouble;
    if (trouble === undefined && lag !== undefined && lag >= SUSPICIOUS_LAG_S) {
      // The follower is in another process, or in none: this one sees only that its copy stands still.
      await new Promise<void>((resolve) => void timers.set(STILL_MS[name], resolve));
      const later = await readLag();
      if (later.behind && later.behind.at === behind!.at && later.lag! >= lag)
        trouble = standsStill(later.lag!, STILL_MS[name]);
    }
    return {
      name,
      state: !isComplete ? 'building' : trouble === undefined ? 'following' : 'stalled',
      position: behind?.at ?? null,
      lag_events: behind?.events ?? null,
      lag_seconds: lag ?? null,
      events_per_second: rate() ?? null,
      trouble: trouble ?? null,
    };
  }
}

function standsStill(seconds: number, stillMs: number): string {
  const longer = `one batch takes longer than ${stillMs / 1_000} seconds`;
  return `It stands still ${seconds} s behind the log: no process folds it, or ${longer}.`;
}
