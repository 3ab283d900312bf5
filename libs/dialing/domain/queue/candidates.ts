import { type Candidates, type Collection, DomainError, type IndexValue, type WorkspaceView } from '#kernel';
import {
  type DialingFacts,
  inOrderOfNumbers,
  isEligible,
  MAX_MIDNIGHTS,
  type Moment,
  type QueueRow,
  runsOfQueue,
  type Subject,
} from '#eligibility';
import type { Tier } from './pick.js';
import type { ReadBounds } from './read-bounds.js';

/**
 * Most rows that are due and not yet promoted: a pick judges all of them in memory
 * (docs/reference/dialing-rules.md#scale).
 */
export const MAX_DUE = 5_000;

/**
 * Rows of one list that the index gives and that are not to be dialed, before a pick gives up
 * (docs/reference/dialing-rules.md#scale).
 */
export const MAX_STALE = 2_000;

/** Largest page, in rows; the page size doubles until enough candidates are eligible. */
const MAX_READ = 500;

/** More is due than a pick judges: it is to be promoted first. */
export class QueueOverdue extends DomainError {
  constructor() {
    super('unavailable', 'The queue is being brought up to the clock.');
  }
}

/** A member, or a contact without a list, as its queue has it. */
export type Queued = QueueRow & DialingFacts;

/** The queue of a tier from a number on, as far as it has been read. */
interface Stretch<Doc> {
  readonly listIds: readonly string[];
  /** Everybody up to this number is known. */
  upTo: number;
  /** Those who may be dialed, in the order of their numbers. */
  readonly eligible: Doc[];
  /** Rows that the next read asks for; 0: there are no more. */
  read: number;
}

/** What two indexes say of who is to be dialed. For one run of a decision: what it has found out it keeps. */
export class QueueCandidates<Doc extends Queued> {
  private readonly t: number;
  private readonly stretches = new Map<string, Stretch<Doc>>();
  private dueRows: readonly Doc[] | undefined;
  /** Contacts of each list whose position in the index is wrong. */
  private readonly stale = new Map<string, Set<string>>();

  /**
   * @param collection has the indexes `queue` and `due`.
   * @param wanted how many are picked at most.
   * @param subject how the gates see a row.
   */
  constructor(
    private readonly view: WorkspaceView,
    private readonly collection: Collection<Doc>,
    private readonly moment: Moment,
    private readonly reads: ReadBounds,
    private readonly wanted: number,
    private readonly subject: (row: Doc) => Subject<string>,
  ) {
    this.t = Date.parse(moment.at);
  }

  /**
   * The eligible of a tier's lists with numbers above `above`, in the order of their numbers: the first `limit`, fewer only if there are no more.
   * @throws QueueOverdue
   * @throws DomainError `unavailable`: settings have changed, and the index is not up to them yet.
   */
  above(tier: Tier, listIds: readonly string[], above: number, limit: number): readonly Doc[] {
    const stretch = this.stretch(tier, listIds, above);
    for (;;) {
      const found = stretch.eligible.filter(({ number }) => number > above);
      if (found.length >= limit || stretch.read === 0) return found.slice(0, limit);
      this.readOn(stretch);
    }
  }

  private stretch(tier: Tier, listIds: readonly string[], above: number): Stretch<Doc> {
    const start = this.reads.start(tier, above);
    const name = `${tier} ${start}`;
    const stretch = this.stretches.get(name) ?? { listIds, upTo: start, eligible: [], read: this.wanted };
    this.stretches.set(name, stretch);
    return stretch;
  }

  private readOn(stretch: Stretch<Doc>): void {
    // In the order of QUEUE_INDEXES: a row that is promoted meanwhile is met twice, never missed.
    const due = this.due();
    const { rows, end } = this.nextCandidates(stretch);
    // Behind the last one that the index gave there may be others: that far, and no further, everybody is known.
    const to = end ? Number(end[0]) : Infinity;
    const lists = new Set(stretch.listIds);
    const ofTier = due.filter(({ smart_list_id }) => lists.has(smart_list_id));
    for (const row of inOrderOfNumbers(rows, ofTier, { above: stretch.upTo, upTo: to }))
      if (this.mayBeDialed(row)) stretch.eligible.push(row);
    stretch.upTo = to;
    stretch.read = end ? Math.min(stretch.read * 2, MAX_READ) : 0;
  }

  /** Those who are ready or wait for a midnight that has passed, and whomever events concern. */
  private nextCandidates({ listIds, upTo, read }: Stretch<Doc>): Candidates<Doc> {
    const { workspaceId } = this.view;
    const midnights = this.midnights();
    return this.view.candidates(this.collection, {
      index: 'queue',
      prefixes: listIds.flatMap((id) => runsOfQueue([workspaceId, id], midnights)),
      after: [upTo],
      limit: read,
      // Behind the due ones also where those are read anew: one that was promoted meanwhile is in neither of the older reads.
      asOf: this.reads.upTo(this.t),
      touched: listIds.map((id) => [workspaceId, id]),
    });
  }

  /** All who wait for the same midnight are one run of the index, already in the order of their numbers. */
  private midnights(): readonly IndexValue[] {
    const due = this.view.candidateValues(this.collection, {
      index: 'due',
      prefix: [this.view.workspaceId, 'midnight'],
      to: this.reads.upTo(this.t),
      limit: MAX_MIDNIGHTS,
    });
    if (due.length === MAX_MIDNIGHTS) throw new QueueOverdue();
    // One that is about to pass is nobody's turn yet, and all who wait for it would be looked at.
    return due.filter((midnight) => Number(midnight) <= this.t);
  }

  /** Everybody, of whatever list, who waits for another instant than a midnight, and for whom that has come or is about to. */
  private due(): readonly Doc[] {
    if (this.dueRows) return this.dueRows;
    const { rows, end } = this.view.candidates(this.collection, {
      index: 'due',
      prefixes: [[this.view.workspaceId, 'waiting']],
      to: this.reads.upTo(this.t),
      limit: MAX_DUE + 1,
      // Whoever events concern comes with the queues of the lists.
      touched: [],
    });
    if (end && Number(end[0]) <= this.t) throw new QueueOverdue();
    return (this.dueRows = rows);
  }

  private mayBeDialed(row: Doc): boolean {
    const subject = this.subject(row);
    if (isEligible(subject, this.moment)) return true;
    const wasInQueue = row.state !== 'out' && row.due <= this.t;
    // Calls are not in the index: whoever is in one is passed over, however many those are.
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
