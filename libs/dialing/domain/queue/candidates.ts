import { type Collection, DomainError, type IndexValue, type WorkspaceView } from '#kernel';
import {
  isEligible,
  joinedClocks,
  MAX_MIDNIGHTS,
  type Moment,
  type Subject,
  TIMED_STATES,
  WAITING_STATES,
} from '#eligibility';
import { MEMBER_COUNTS } from '#members/domain';
import { goesAcross, readOfLane } from './lane-reads.js';
import type { LaneToRead } from './lane-to-read.js';
import type { ReadBounds } from './read-bounds.js';
import { foundIn, type Queued, type Stretch } from './stretch.js';

/**
 * Rows that are due and not yet promoted, of one pick: it judges all of them in memory
 * (docs/reference/dialing-rules.md#scale).
 */
export const MAX_DUE = 5_000;

/**
 * Rows of one list that the index returns and that must not be dialed, before a pick gives up
 * (docs/reference/dialing-rules.md#scale).
 */
export const MAX_STALE = 2_000;

/** Largest page, in rows; the page size doubles until enough candidates are eligible. */
const MAX_READ = 500;

/** More rows are due than a pick judges: they must be promoted first. */
export class QueueOverdue extends DomainError {
  constructor() {
    super('unavailable', 'The queue is being brought up to the clock.');
  }
}

/** The eligible rows by the indexes of a queue. For one run of a decision: its results are kept. */
export class QueueCandidates<Doc extends Queued> {
  private readonly t: number;
  /** How many lists have, or had, members. */
  private readonly listCount: number;
  private readonly stretches = new Map<string, Stretch<Doc>>();
  private dueRows: readonly Doc[] | undefined;
  private passedMidnights: readonly IndexValue[] | undefined;
  /** Contacts of each list whose position in the index is wrong. */
  private readonly stale = new Map<string, Set<string>>();

  /**
   * @param collection has the indexes `queue`, `due`, `lanes` and `clocks`
   * @param wanted largest number of picks
   * @param subjects rows as the gates judge them; what is looked up for that is looked up for all of them together
   */
  constructor(
    private readonly view: WorkspaceView,
    private readonly collection: Collection<Doc>,
    private readonly moment: Moment,
    private readonly reads: ReadBounds,
    private readonly wanted: number,
    private readonly subjects: (rows: readonly Doc[]) => (row: Doc) => Subject<string>,
  ) {
    this.t = Date.parse(moment.at);
    this.listCount = view.resident(MEMBER_COUNTS).size;
  }

  /**
   * The eligible rows of a lane with numbers above `above`, in the order of their numbers: the first `limit`,
   * fewer only if there are no more.
   * @throws QueueOverdue
   * @throws DomainError `unavailable`: settings have changed, and the index does not follow them yet
   */
  above(lane: LaneToRead, above: number, limit: number): readonly Doc[] {
    const stretch = this.stretch(lane, above);
    for (;;) {
      const found = stretch.eligible.filter(({ number }) => number > above);
      if (found.length >= limit || stretch.read === 0) return found.slice(0, limit);
      this.readOn([stretch]);
    }
  }

  private stretch(lane: LaneToRead, above: number): Stretch<Doc> {
    const laneName = `${lane.tier} ${lane.key}`;
    const start = this.reads.start(laneName, above);
    const name = `${laneName} ${start}`;
    const stretch = this.stretches.get(name) ?? { lane, upTo: start, eligible: [], read: this.wanted, isBegun: false };
    this.stretches.set(name, stretch);
    return stretch;
  }

  /**
   * Reads the beginnings of the queues of some lanes together: one interruption for all of them.
   * @param starts each a lane, and the number above which it is to be read
   */
  prepare(starts: readonly (readonly [lane: LaneToRead, above: number])[]): void {
    const stretches = starts.map(([lane, above]) => this.stretch(lane, above));
    this.readOn([...new Set(stretches)].filter(({ isBegun }) => !isBegun));
  }

  private readOn(stretches: readonly Stretch<Doc>[]): void {
    if (stretches.length === 0) return;
    // In the order of QUEUE_INDEXES: a row that is promoted between the reads is found twice, never missed.
    const due = this.due();
    const midnights = this.midnights();
    const read = this.view.candidatesMany(
      this.collection,
      stretches.map((stretch) => readOfLane(stretch, { ...this.bounds, midnights, across: this.isAcross(stretch) })),
    );
    const found = read.map((candidates, at) => foundIn(stretches[at]!, candidates, due));
    const subjectOf = this.subjects(found.flatMap(({ rows }) => rows));
    found.forEach(({ rows, upTo }, at) => {
      const stretch = stretches[at]!;
      const { zones } = stretch.lane;
      for (const row of rows) {
        const subject = subjectOf(row);
        // The clocks of the contact, not those of the row, say where it belongs.
        const isOfLane = zones === null || joinedClocks(subject.zones) === zones;
        if (isOfLane && this.mayBeDialed(row, subject)) stretch.eligible.push(row);
      }
      Object.assign(stretch, { upTo, isBegun: true, read: upTo < Infinity ? Math.min(stretch.read * 2, MAX_READ) : 0 });
    });
  }

  /**
   * Whether lists may have a row that may be dialed, whatever clocks its contact has. Of those of which
   * {@link haveReady} has found none.
   */
  mayHaveSome(listIds: readonly string[]): boolean {
    const lists = new Set(listIds);
    if (this.due().some(({ smart_list_id }) => lists.has(smart_list_id))) return true;
    const midnights = this.midnights();
    const isAcross = midnights.length > 0 && goesAcross(listIds, this.listCount);
    return (isAcross && this.hasSome(listIds, midnights, true)) || this.hasSome(listIds, midnights, false);
  }

  /** Whether one read across lists finds a ready row of these, whatever clocks its contact has. */
  haveReady(listIds: readonly string[]): boolean {
    return goesAcross(listIds, this.listCount) && this.hasSome(listIds, [], true);
  }

  private hasSome(listIds: readonly string[], midnights: readonly IndexValue[], across: boolean): boolean {
    const from = { lane: { listIds, zones: null }, upTo: -1, read: 1 };
    const read = readOfLane(from, { ...this.bounds, midnights, across });
    // One name in the place of one for each list: those whose clocks were told are under the workspace, too.
    const touched = { touched: [[this.view.workspaceId]], touchedIn: 'lanes' };
    const { rows } = this.view.candidates(this.collection, { ...read, ...touched });
    return rows.some(({ smart_list_id }) => listIds.includes(smart_list_id));
  }

  private isAcross({ lane, isBegun }: Stretch<Doc>): boolean {
    return !isBegun && goesAcross(lane.listIds, this.listCount);
  }

  /** All rows that wait for the same midnight are one run of the index, already in the order of their numbers. */
  midnights(): readonly IndexValue[] {
    if (this.passedMidnights) return this.passedMidnights;
    const due = this.view.candidateValues(this.collection, {
      index: 'due',
      prefix: [this.view.workspaceId, 'midnight'],
      to: this.reads.upTo(this.t),
      limit: MAX_MIDNIGHTS,
    });
    if (due.length === MAX_MIDNIGHTS) throw new QueueOverdue();
    // No row that waits for a later midnight may be dialed yet, and all of them would be judged.
    return (this.passedMidnights = due.filter((midnight) => Number(midnight) <= this.t));
  }

  /** The rows, of every list, that wait for another instant than a midnight, which has passed or is about to. */
  due(): readonly Doc[] {
    if (this.dueRows) return this.dueRows;
    const { rows, end } = this.view.candidates(this.collection, {
      index: 'due',
      prefixes: WAITING_STATES.map((state) => [this.view.workspaceId, state]),
      to: this.reads.upTo(this.t),
      limit: MAX_DUE + 1,
      // The rows that events name come with the queues of the lists.
      touched: [],
    });
    if (end && Number(end[0]) <= this.t) throw new QueueOverdue();
    return (this.dueRows = rows);
  }

  /** Whether it has met rows that the index has in the queue, and that may not be dialed. */
  get metStale(): boolean {
    return this.stale.size > 0;
  }

  /**
   * The first instant that a row waits for, of those after the first run of the decision that asks; Infinity: none.
   * Milliseconds since 1970.
   */
  nextInstant(): number {
    const { rows, end } = this.view.candidates(this.collection, {
      index: 'due',
      prefixes: TIMED_STATES.map((state) => [this.view.workspaceId, state]),
      after: [this.reads.begin(this.t), Number.MAX_SAFE_INTEGER],
      limit: 1,
      touched: [[this.view.workspaceId]],
      touchedIn: 'lanes',
    });
    const waiting = rows.filter(
      ({ state, due }) => (TIMED_STATES as readonly string[]).includes(state) && due > this.t,
    );
    // The row of the index may be elsewhere by now: where it was, no other one is earlier.
    return Math.min(...waiting.map(({ due }) => due), end ? Number(end[0]) : Infinity);
  }

  /**
   * Of reads after the one of due rows, also where that is repeated: a row promoted in between would be in neither.
   */
  get asOf(): number {
    return this.reads.upTo(this.t);
  }

  private get bounds() {
    return { workspaceId: this.view.workspaceId, asOf: this.asOf };
  }

  private mayBeDialed(row: Doc, subject: Subject<string>): boolean {
    // A member with a callback is dialed by that alone.
    if (subject.facts.callback) return false;
    if (isEligible(subject, this.moment)) return true;
    const wasInQueue = row.state !== 'out' && row.due <= this.t;
    // Calls are not part of the index: a contact in a call is skipped, and not counted as stale.
    if (wasInQueue && subject.callInFlight === null) this.noteStale(row);
    return false;
  }

  private noteStale({ smart_list_id, contact_id }: Doc): void {
    const contacts = this.stale.get(smart_list_id) ?? new Set();
    this.stale.set(smart_list_id, contacts.add(contact_id));
    if (contacts.size >= MAX_STALE)
      throw new DomainError('unavailable', 'The queue is being brought up to changed settings.');
  }
}
