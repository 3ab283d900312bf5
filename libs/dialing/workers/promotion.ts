import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type Collection, type IndexValue, keyOf, TIMERS, type Timers } from '#kernel';
import { positionIn, promotedPosition, WAITING_STATES } from '#eligibility';
import { MEMBERS } from '#members/domain';
import {
  type Amendment,
  READ_MODEL,
  READ_MODEL_CACHE_WRITER,
  type ReadModel,
  type ReadModelCacheWriter,
} from '#read-model';
import type { DueQueue } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider, trueWithin } from '#workspace-head';
import { QueueOverdue } from '../domain/queue/candidates.js';
import type { Queued } from '../domain/queue/stretch.js';
import { UNLISTED } from '../domain/queue/unlisted.js';

/** Rows in one write: the thread that writes also folds events. */
const CHUNK = 500;

/**
 * Largest number of rows that one turn promotes. Rows of a midnight can wait: the queue finds them unpromoted, in the
 * order of their numbers.
 */
const ROWS: Readonly<Record<PendingState, number>> = { waiting: 100_000, barred: 100_000, midnight: 2 * CHUNK };

/** The same where a pick is overdue. After a long stop of the service the next request continues. */
const OVERDUE_ROWS: Readonly<Record<PendingState, number>> = { waiting: 100_000, barred: 100_000, midnight: 100_000 };

/**
 * Milliseconds of the service's clock between two turns of a workspace that dials: while that clock stands still,
 * nothing becomes due.
 */
const EVERY_MS = 1_000;

/**
 * The same after a turn that promoted at least {@link MANY_ROWS}: each pick reads all rows that are due until then. A
 * turn that promoted fewer doubles the pause, up to `EVERY_MS`: rows become due in bursts.
 */
const SOONER_MS = 100;
const MANY_ROWS = 10;

/** Milliseconds of real time that a turn may take: a request may wait for it. The next turn continues. */
const TURN_MS = 2_000;

type PendingState = (typeof WAITING_STATES)[number] | 'midnight';

/** The last turn that a request has begun in a workspace. */
interface LastTurn {
  /** Milliseconds of the clock. */
  readonly at: number;
  /** Milliseconds until the next one. */
  restMs: number;
}

/** The turn under way in a workspace. */
interface Turn {
  /** Raised where a request joins whose pick is overdue. */
  most: typeof ROWS;
  /** Rejects as `nowToWrite` and the read model do. */
  readonly ended: Promise<number>;
  /** Rows that it has promoted so far. */
  promoted: number;
}

/**
 * Changes rows that have become due to ready, those of callbacks to their place among these
 * (docs/reference/dialing-rules.md, Scale; docs/adr/0015-promotion-is-driven-by-dialing.md). Requests that dial drive
 * it: no timer walks rows, and a workspace without requests costs nothing. Its writes are a cache of log and clock:
 * they may be lost, repeated, or overtaken by other writers.
 */
@Injectable()
export class Promotion implements DueQueue {
  /** The oldest first; dropped after `EVERY_MS`. */
  private readonly lastTurns = new Map<string, LastTurn>();
  /** At most one in a workspace; requests that want another meanwhile join it. */
  private readonly turns = new Map<string, Turn>();

  constructor(
    @Inject(READ_MODEL) private readonly readModel: Pick<ReadModel, 'merge'>,
    @Inject(READ_MODEL_CACHE_WRITER) private readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'nowToWrite'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMERS) private readonly timers: Timers,
  ) {}

  /**
   * Runs `ask`, and where more rows are due than a pick reads, promotes some of them and runs it again.
   * @throws QueueOverdue still more are due: the next request continues
   * @throws DomainError `unavailable` while the clock is wrong
   */
  async before<Answer>(workspaceId: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof QueueOverdue)) throw error;
    }
    await this.turn(workspaceId, OVERDUE_ROWS);
    return ask();
  }

  /** Promotes in the background, unless the workspace had a turn a moment ago. Never rejects. */
  soon(workspaceId: string): void {
    const now = this.clock.now();
    const last = this.lastTurns.get(workspaceId);
    // The test clock may have been set back.
    if (last && now >= last.at && now < last.at + last.restMs) return;
    const isRecent = last !== undefined && now - last.at < 2 * EVERY_MS;
    const slower = Math.min(2 * (isRecent ? last.restMs : EVERY_MS), EVERY_MS);
    const begun = { at: now, restMs: EVERY_MS };
    this.remember(workspaceId, begun);
    this.turn(workspaceId, ROWS).then(
      (promoted) => {
        begun.restMs = promoted >= MANY_ROWS ? SOONER_MS : slower;
      },
      // Answers that need the read model report that it is unavailable; here the next dispatch promotes again.
      () => undefined,
    );
  }

  private remember(workspaceId: string, begun: LastTurn): void {
    this.lastTurns.delete(workspaceId);
    this.lastTurns.set(workspaceId, begun);
    for (const [dialed, { at }] of this.lastTurns) {
      if (at <= begun.at && begun.at - at < EVERY_MS) return;
      this.lastTurns.delete(dialed);
    }
  }

  /** @returns the number of rows that were promoted */
  private turn(workspaceId: string, most: typeof ROWS): Promise<number> {
    const underWay = this.turns.get(workspaceId);
    if (underWay) {
      if (most === OVERDUE_ROWS) underWay.most = most;
      return underWay.ended;
    }
    const begin = async (): Promise<number> => {
      try {
        await trueWithin(this.timers, TURN_MS, (isOver) => this.promote(workspaceId, turn, isOver));
        return turn.promoted;
      } finally {
        this.turns.delete(workspaceId);
      }
    };
    const turn: Turn = { most, ended: Promise.resolve().then(begin), promoted: 0 };
    this.turns.set(workspaceId, turn);
    return turn.ended;
  }

  /** @returns false: the time limit ended it */
  private async promote(workspaceId: string, turn: Turn, isOver: () => boolean): Promise<boolean> {
    let most: Turn['most'];
    do {
      most = turn.most;
      await this.promoteBoth(workspaceId, turn, isOver);
      // A request has joined that needs more rows, perhaps of a later instant.
    } while (turn.most !== most && !isOver());
    return true;
  }

  private async promoteBoth(workspaceId: string, turn: Turn, isOver: () => boolean): Promise<void> {
    const { most } = turn;
    const t = Date.parse(await this.decider.nowToWrite(workspaceId));
    for (const state of [...WAITING_STATES, 'midnight'] as const) {
      const mayContinue = (looked: number): boolean => looked < most[state] && !isOver();
      await this.promoteRows(MEMBERS, [workspaceId, state], t, turn, mayContinue);
      await this.promoteRows(UNLISTED, [workspaceId, state], t, turn, mayContinue);
    }
  }

  /** The oldest first. */
  private async promoteRows<Doc extends Queued>(
    collection: Collection<Doc>,
    prefix: readonly IndexValue[],
    to: number,
    turn: Turn,
    mayContinue: (looked: number) => boolean,
  ): Promise<void> {
    // Amended rows leave the range; a row that another writer has changed meanwhile is skipped.
    let after: readonly IndexValue[] | undefined;
    for (let looked = 0; mayContinue(looked); looked += CHUNK) {
      const options = { index: 'due', prefixes: [prefix], to, limit: CHUNK, ...(after && { after }) };
      const rows = await this.readModel.merge(collection, options);
      if (rows.length > 0)
        turn.promoted += await this.cacheWriter.amendRows(rows.map((row) => promotion(collection, row)));
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = [last.due, last.number];
    }
  }
}

function promotion<Doc extends Queued>(collection: Collection<Doc>, row: Doc): Amendment {
  // Of the whole position: re-indexing may change what promotion keeps of it.
  const [ifFields, set] = [positionIn(row), { ...promotedPosition(row) }];
  return { collection, key: keyOf(collection, row), revision: row.revision, ifFields, set };
}
