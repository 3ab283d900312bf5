import type { Collection, WorkspaceView } from '#kernel';
import {
  allClocks,
  areOpen,
  clocksIn,
  type DialingLimits,
  goByContact,
  hoursOf,
  laneKey,
  MAX_CLOCKS,
  type Moment,
  type QueuePosition,
  type ZonedHours,
} from '#eligibility';
import type { QueueCandidates } from './candidates.js';
import type { LaneToRead } from './lane-to-read.js';
import type { Tier } from './eligible-members.js';
import type { Queued } from './stretch.js';

/** What is dialed in a tier: lists, or contacts without one. */
export interface Dialed {
  /** '': none. */
  readonly listId: string;
  readonly limits: DialingLimits;
}

/** The calling hours of some lists, and whether these go by the clocks of contacts. */
interface SharedHours {
  readonly hours: readonly ZonedHours[];
  readonly listIds: string[];
}

/**
 * The open lanes of the lists of a workspace, by the calling hours of these and the clocks of their contacts
 * (docs/reference/dialing-rules.md#terms). For one run of a decision.
 */
export class LanesOfView<Doc extends Queued> {
  private readonly knownClocks = new Map<QueuePosition['state'], readonly string[]>();

  /** @param collection the rows of the lists; it has the index `lanes` */
  constructor(
    private readonly view: WorkspaceView,
    private readonly collection: Collection<Doc>,
    private readonly moment: Moment,
    private readonly queue: Pick<QueueCandidates<Doc>, 'due' | 'midnights' | 'haveReady' | 'mayHaveSome' | 'asOf'>,
  ) {}

  /** The lanes of a tier that are open at the moment, without those that have nobody in the queue. */
  of(tier: Tier, dialed: readonly Dialed[]): readonly LaneToRead[] {
    const shared = [...this.byHours(dialed)];
    const ofClocks = shared.flatMap(([, { hours, listIds }]) => (goByContact(hours) ? listIds : []));
    const areEmpty = ofClocks.length > 0 && !this.mayHaveSome(ofClocks);
    return shared.flatMap(([calling_hours_id, { hours, listIds }]) => {
      if (areEmpty && goByContact(hours)) return [];
      return this.openClocks(hours).map((zones): LaneToRead => {
        const name = { calling_hours_id, zones: zones === null ? [] : clocksIn(zones) };
        return { tier, name, key: laneKey(name), listIds, zones };
      });
    });
  }

  /**
   * The prefixes of an index under which the open lists have their rows of a state.
   * @returns of `lanes` where hours of a list go by the clocks of contacts, else of `queue`
   */
  runsOf(state: 'callback', dialed: readonly Dialed[]): { index: 'queue' | 'lanes'; prefixes: string[][] } {
    const { workspaceId } = this.view;
    const shared = [...this.byHours(dialed).values()];
    if (!shared.some(({ hours }) => goByContact(hours))) {
      const open = shared.filter(({ hours }) => areOpen(hours, '', this.moment));
      const listIds = open.flatMap(({ listIds: ids }) => ids);
      return { index: 'queue', prefixes: listIds.map((listId) => [workspaceId, listId, state]) };
    }
    const prefixes = shared.flatMap(({ hours, listIds }) => {
      const clocks = this.clocks(state).filter((zones) => areOpen(hours, goByContact(hours) ? zones : '', this.moment));
      return clocks.flatMap((zones) => listIds.map((listId) => [workspaceId, state, zones, listId]));
    });
    return { index: 'lanes', prefixes };
  }

  private mayHaveSome(listIds: readonly string[]): boolean {
    // Those that wait are read before those that are ready: a row that is promoted in between is not missed.
    this.queue.due();
    this.queue.midnights();
    const [haveReady] = this.view.together(
      () => this.queue.haveReady(listIds),
      () => this.clocks('ready'),
    );
    return haveReady || this.queue.mayHaveSome(listIds);
  }

  private byHours(dialed: readonly Dialed[]): ReadonlyMap<string | null, SharedHours> {
    const shared = new Map<string | null, SharedHours>();
    for (const { listId, limits } of dialed) {
      const { calling_hours_id = null } = limits;
      const known = shared.get(calling_hours_id);
      if (known) known.listIds.push(listId);
      else shared.set(calling_hours_id, { hours: hoursOf(limits, this.moment), listIds: [listId] });
    }
    return shared;
  }

  /** The clocks for which hours are open; null alone: they are open, and clocks do not matter. */
  private openClocks(hours: readonly ZonedHours[]): readonly (string | null)[] {
    const clocks = goByContact(hours) ? this.clocksInQueue() : [null];
    return clocks.filter((zones) => areOpen(hours, zones ?? '', this.moment));
  }

  /** The clocks of rows that may be dialed: those that are ready, and those whose instant has come. */
  private clocksInQueue(): readonly string[] {
    const late = this.queue.midnights().length > 0 ? this.clocks('midnight') : [];
    const due = this.queue.due().map(({ zones }) => zones);
    return clocksTold([...this.clocks('ready'), ...late, ...due]);
  }

  /** The clocks that rows of a state have: by the rows, and by the events that the rows do not have yet. */
  private clocks(state: QueuePosition['state']): readonly string[] {
    const known = this.knownClocks.get(state);
    if (known) return known;
    const { workspaceId } = this.view;
    const { asOf } = this.queue;
    const values = { index: 'lanes', prefix: [workspaceId, state], limit: MAX_CLOCKS, asOf };
    const stored = allClocks(this.view.candidateValues(this.collection, values));
    const unseen = { index: 'lanes', prefixes: [], limit: 1, touched: [[workspaceId]] };
    const { rows } = this.view.candidates(this.collection, unseen);
    const clocks = clocksTold([...stored, ...rows.map(({ zones }) => zones)]);
    this.knownClocks.set(state, clocks);
    return clocks;
  }
}

/** Each of some rows' clocks once. A row of which none were told is found once it is re-indexed. */
function clocksTold(zones: readonly string[]): readonly string[] {
  return [...new Set(zones)].filter((each) => each !== '');
}
