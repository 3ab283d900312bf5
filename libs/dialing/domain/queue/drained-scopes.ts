import { QUARTER_HOUR } from '#eligibility';
import type { WorkspaceView } from '#kernel';
import { isQueueSettled } from './reindex-jobs.js';
import type { QueueOfView } from './queue-of-view.js';
import type { ScopeWanted } from './scope.js';

/** In which scope a pick found nobody, and until when it finds nobody if no event comes. Milliseconds since 1970. */
interface Drained {
  readonly from: number;
  readonly until: number;
}

/** Scopes and agents that are remembered for one state of a workspace: then the memory begins anew. */
const MAX_SCOPES = 1_000;

/**
 * The scopes of which this process knows that nobody in them may be called, by the facts of a workspace and for the
 * time until the next instant that may change it: a dialer that asks every second costs no read. It holds nothing that
 * a restart could miss (docs/adr/0078-what-is-drained-is-remembered-until-a-fact-or-an-instant.md).
 */
export class DrainedScopes {
  private readonly known = new WeakMap<object, Map<string, Drained>>();

  /** Whether nobody may be called at the view's instant. */
  isDrained(view: WorkspaceView, wanted: ScopeWanted): boolean {
    const t = Date.parse(view.now);
    const drained = this.known.get(view.facts)?.get(nameOf(wanted));
    return drained !== undefined && drained.from <= t && t < drained.until;
  }

  /**
   * Prepares for a pick that may find nobody. Once per run of a decision, before its reads of the queue.
   * @returns to be called where it found nobody
   */
  watch(view: WorkspaceView, wanted: ScopeWanted): (queue: QueueOfView) => void {
    const name = nameOf(wanted);
    // The first pick that finds nobody only raises the question, so that other picks do not read what answers it.
    const wasDrained = this.known.get(view.facts)?.has(name) ?? false;
    // Positions that are being recomputed may hide members. Read first: they may be settled during later reads.
    const isSettled = wasDrained && isQueueSettled(view);
    return (queue) => {
      const from = Date.parse(view.now);
      const next = isSettled ? queue.nextInstant() : undefined;
      const until = next !== undefined && queue.goesByHours ? Math.min(next, nextQuarterHour(from)) : next;
      this.remember(view, name, { from, until: until ?? from });
    };
  }

  private remember({ facts }: WorkspaceView, name: string, drained: Drained): void {
    const scopes = this.known.get(facts) ?? new Map<string, Drained>();
    if (scopes.size >= MAX_SCOPES) scopes.clear();
    this.known.set(facts, scopes.set(name, drained));
  }
}

function nameOf({ smartListId, dialGroupId, agentId }: ScopeWanted): string {
  return JSON.stringify([smartListId, dialGroupId, agentId]);
}

/** Hours open on a quarter hour of their zone, and clocks differ from UTC by whole quarter hours. */
function nextQuarterHour(t: number): number {
  return (Math.floor(t / QUARTER_HOUR) + 1) * QUARTER_HOUR;
}
