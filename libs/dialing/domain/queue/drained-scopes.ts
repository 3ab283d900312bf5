import { QUARTER_HOUR } from '#eligibility';
import type { WorkspaceView } from '#kernel';
import { isQueueSettled } from './reindex-jobs.js';
import type { ScopeWanted } from './scope.js';

/** A scope in which a pick found nobody. Milliseconds since 1970. */
interface Drained {
  readonly from: number;
  /** Until when it finds nobody if no event comes; undefined: not known. */
  readonly until: number | undefined;
}

/** The part of a queue that says when members may come into it. */
interface QueueOfScope {
  readonly goesByHours: boolean;
  nextInstant(): number;
  /** Whether its rows do not tell when. */
  readonly isUncertain: boolean;
}

/** Scopes that are remembered for one state of a workspace: then the memory begins anew. */
const MAX_SCOPES = 1_000;
/** Milliseconds until a scope is read again, whatever is known of it: a mistake made elsewhere ends with that. */
const MAX_TIME = 60_000;

/**
 * The scopes of which this process knows that nobody in them may be called, by the facts of a workspace and for the
 * time until the next instant that may change it: a dialer that asks every second costs no read of the queue. It holds
 * nothing that a restart could miss (docs/adr/0078-what-is-drained-is-remembered-until-a-fact-or-an-instant.md).
 */
export class DrainedScopes {
  private readonly known = new WeakMap<object, Map<string, Drained>>();

  /** Whether nobody in a scope may be called at the view's instant, by any agent. */
  isDrained({ facts, now }: WorkspaceView, scope: ScopeWanted): boolean {
    const t = Date.parse(now);
    const scopes = this.known.get(facts);
    // A member of a scope is one of the workspace, too.
    return [scopes?.get(WORKSPACE), scopes?.get(nameOf(scope))].some(
      (drained) => drained?.until !== undefined && drained.from <= t && t < drained.until,
    );
  }

  /**
   * The picks of a scope, which are remembered if there are none.
   * @param pick reads the queue
   */
  picks<Each>(
    view: WorkspaceView,
    scope: ScopeWanted,
    queue: QueueOfScope,
    pick: () => readonly Each[],
  ): readonly Each[] {
    // The first pick that finds nobody only raises the question, so that other picks do not read what answers it.
    const wasDrained = this.known.get(view.facts)?.has(nameOf(scope)) ?? false;
    // All of this is read before the queue. Positions that are being recomputed may hide members, and may be settled
    // during later reads; and a row that waits when it is read here is found by later reads, too, if it is promoted.
    const next = wasDrained && isQueueSettled(view) ? queue.nextInstant() : undefined;
    const picks = pick();
    if (picks.length === 0) {
      const from = Date.parse(view.now);
      const until = next === undefined || queue.isUncertain ? undefined : untilOf(from, next, queue);
      this.remember(view, nameOf(scope), { from, until });
    }
    return picks;
  }

  private remember({ facts }: WorkspaceView, name: string, drained: Drained): void {
    const scopes = this.known.get(facts) ?? new Map<string, Drained>();
    if (scopes.size >= MAX_SCOPES) scopes.clear();
    this.known.set(facts, scopes.set(name, drained));
  }
}

function untilOf(from: number, next: number, { goesByHours }: QueueOfScope): number {
  return Math.min(next, from + MAX_TIME, goesByHours ? nextQuarterHour(from) : Infinity);
}

/** Without the agent: a scope is remembered only where no callback is due, of any owner. */
function nameOf({ smartListId, dialGroupId }: ScopeWanted): string {
  return JSON.stringify([smartListId, dialGroupId]);
}

const WORKSPACE = nameOf({});

/** Hours open on a quarter hour of their zone, and clocks differ from UTC by whole quarter hours. */
function nextQuarterHour(t: number): number {
  return (Math.floor(t / QUARTER_HOUR) + 1) * QUARTER_HOUR;
}
