import { type Candidates, type CandidatesOptions, type IndexValue, keyOf, keyText, type WorkspaceView } from '#kernel';
import { dueOf, isEligible, type Moment, ownerUntil, type Subject } from '#eligibility';
import { type MemberRow, MEMBERS } from '#members/domain';
import type { ReadBounds } from './read-bounds.js';

/** Rows of the first read, and the most of a further one: the page size doubles until enough callbacks are found. */
const READ = { first: 8, most: 500 } as const;

/** A callback that a request may take. */
export interface TakenCallback {
  readonly row: MemberRow;
  /** Milliseconds since 1970: since when this request may take it. */
  readonly since: number;
}

/** What a request may take callbacks of, and for whom. */
export interface CallbackScope {
  /** The lists that are dialed and not frozen, and that have had callbacks since they had members. */
  readonly listIds: () => readonly string[];
  /** The prefixes of an index under which the callbacks of these lists are that calling hours let through. */
  readonly runs: () => Pick<CandidatesOptions, 'index' | 'prefixes'>;
  /** Undefined: for nobody. */
  readonly agentId: string | undefined;
}

/** A position in the order of due instants. */
type Position = readonly [due: number, number: number];

const BEGIN: Position = [-1, -1];
const END: Position = [Infinity, Infinity];

/**
 * The callbacks that a request may take, in its order (docs/reference/dialing-rules.md#the-next-contact): the instant
 * since which it may, then the number. Nobody may take one before it is due, so where rows are read in the order of
 * their due instants, no unread row comes before the last one that was read. For one run of a decision.
 * @see docs/adr/0073-a-callback-keeps-its-due-instant-in-the-queue.md
 * @see docs/adr/0088-callbacks-are-read-where-a-list-has-had-one.md
 */
export class CallbackCandidates {
  private readonly t: number;
  private readonly seen = new Set<string>();
  private readonly eligible: TakenCallback[] = [];
  private upTo: Position = BEGIN;
  private after: readonly IndexValue[] | undefined;
  private isBegun = false;

  /**
   * @param expired rows whose number was barred until an instant that has passed, and that no promotion has moved yet
   * @param subjects rows as the gates judge them, all of one read together
   */
  constructor(
    private readonly view: WorkspaceView,
    private readonly moment: Moment,
    private readonly reads: ReadBounds,
    private readonly scope: CallbackScope,
    private readonly expired: () => readonly MemberRow[],
    private readonly subjects: (rows: readonly MemberRow[]) => (row: MemberRow) => Subject<string>,
  ) {
    this.t = Date.parse(moment.at);
  }

  /** The first `limit` of them, fewer only if there are no more. */
  first(limit: number): readonly TakenCallback[] {
    if (!this.isBegun) this.begin();
    for (;;) {
      const known = this.eligible.filter(({ since, row }) => !isBehind([since, row.number], this.upTo));
      if (known.length >= limit || this.upTo === END) return known.sort(inOrder).slice(0, limit);
      this.readOn();
    }
  }

  /** Whether it has met a callback, whatever may be done with it. */
  get metSome(): boolean {
    return this.seen.size > 0;
  }

  /** Most workspaces have no callback that is due, and most that have one have few: one read for the workspace. */
  private begin(): void {
    this.isBegun = true;
    const { workspaceId } = this.view;
    const listIds = this.scope.listIds();
    if (listIds.length === 0) {
      this.upTo = END;
      return;
    }
    // Before the reads of callbacks: promotion moves a row from there to these.
    this.judge(this.expired());
    const { rows, end } = this.view.candidates(MEMBERS, {
      index: 'due',
      prefixes: [[workspaceId, 'callback']],
      to: this.reads.upTo(this.t),
      limit: READ.first,
      touched: listIds.map((listId) => [workspaceId, listId, 'callback']),
      touchedIn: 'queue',
    });
    this.judge(rows);
    if (this.scope.agentId !== undefined) this.readOwn(this.scope.agentId);
    if (!end || Number(end[0]) > this.t) this.upTo = END;
  }

  /** Those of the agent may come before any other: all that are due are read. */
  private readOwn(agentId: string): void {
    // Behind those that time alone does not make due.
    for (let after: readonly IndexValue[] | undefined = [0, Number.MAX_SAFE_INTEGER]; after;) {
      const { rows, end }: Candidates<MemberRow> = this.view.candidates(MEMBERS, {
        index: 'owned',
        prefixes: [[this.view.workspaceId, agentId]],
        after,
        to: this.reads.upTo(this.t),
        limit: READ.most,
        touched: [],
      });
      this.judge(rows);
      after = end;
    }
  }

  /** Many are due: those of the lists alone, since further lists may be paused for long. */
  private readOn(): void {
    const isFirst = this.after === undefined;
    const { rows, end } = this.view.candidates(MEMBERS, {
      ...this.scope.runs(),
      ...(this.after && { after: this.after }),
      to: this.reads.upTo(this.t),
      limit: isFirst ? READ.first * 4 : READ.most,
      touched: [],
    });
    this.judge(rows);
    this.after = end;
    this.upTo = end ? [Number(end[0]), Number(end[1])] : END;
  }

  private judge(rows: readonly MemberRow[]): void {
    const promised = rows.filter(({ callback }) => callback !== null);
    if (promised.length === 0) return;
    const lists = new Set(this.scope.listIds());
    const fresh = promised.filter((row) => {
      if (!lists.has(row.smart_list_id)) return false;
      const name = keyText(keyOf(MEMBERS, row));
      if (this.seen.has(name)) return false;
      this.seen.add(name);
      return true;
    });
    if (fresh.length === 0) return;
    const subjectOf = this.subjects(fresh);
    for (const row of fresh) {
      const subject = subjectOf(row);
      if (!isEligible(subject, this.moment)) continue;
      const since = this.since(subject);
      if (since <= this.t) this.eligible.push({ row, since });
    }
  }

  private since(subject: Subject<string>): number {
    const { facts } = subject;
    const due = dueOf(subject, this.moment)!;
    const isOwn = facts.callback!.agent_id !== null && facts.callback!.agent_id === this.scope.agentId;
    return Date.parse(isOwn ? due : ownerUntil(facts.callback!, due));
  }
}

function isBehind([due, number]: Position, [upToDue, upToNumber]: Position): boolean {
  return due > upToDue || (due === upToDue && number > upToNumber);
}

function inOrder(a: TakenCallback, b: TakenCallback): number {
  return a.since - b.since || a.row.number - b.row.number;
}
