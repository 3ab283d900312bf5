import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type Collection, type IndexValue, keyOf, TIMERS, type Timers } from '#kernel';
import { MEMBERS } from '#members/domain';
import {
  type Amendment,
  READ_MODEL,
  READ_MODEL_CACHE_WRITER,
  type ReadModel,
  type ReadModelCacheWriter,
} from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, trueWithin } from '#workspace-head';
import { type Queued, QueueOverdue } from '../domain/queue/candidates.js';
import { UNLISTED } from '../domain/queue/unlisted.js';

/** Rows in one write: the thread that writes also folds events. */
const CHUNK = 500;

/** Rows that one turn promotes at most. Those of a midnight are no hurry: the queue finds them as they are, in the order of their numbers. */
const ROWS: Readonly<Record<Matured, number>> = { waiting: 100_000, midnight: 2 * CHUNK };

/** The same where a pick cannot do without. After a longer stop still the next request goes on. */
const OVERDUE_ROWS: Readonly<Record<Matured, number>> = { waiting: 100_000, midnight: 100_000 };

/** How often a workspace is looked after while it dials, in milliseconds of the clock: while that stands, nothing matures. */
const EVERY = 1_000;

/** A turn takes so long at most, in real time: somebody may wait for it. What is left is for the next one. */
const TURN_MS = 2_000;

type Matured = 'waiting' | 'midnight';

/** What is under way in a workspace. */
interface Turn {
  /** Somebody who cannot do without may join it. */
  most: typeof ROWS;
  readonly ended: Promise<void>;
}

/**
 * Makes rows whose time has come ready ones (scheduling.md, Scale; ADR 0015). Dialing drives it: no timer walks anything, and a workspace that nobody
 * dials costs nothing. What it writes is a cache of log and clock: it may be lost, repeated, or raced by others.
 */
@Injectable()
export class Promotion {
  /** When each workspace was last looked after, for as long as that counts: the oldest first. */
  private readonly looked = new Map<string, number>();
  /** One at a time in a workspace, for all who want one meanwhile. */
  private readonly turns = new Map<string, Turn>();

  constructor(
    @Inject(READ_MODEL) private readonly readModel: Pick<ReadModel, 'merge'>,
    @Inject(READ_MODEL_CACHE_WRITER) private readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMERS) private readonly timers: Timers,
  ) {}

  /**
   * Asks, and if more has matured than a pick looks at, promotes that for a moment and asks again.
   * @throws QueueOverdue there is still more: the next request goes on
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

  /** Somebody dials: looks after the workspace in the background, unless that was done a moment ago. Never fails. */
  soon(workspaceId: string): void {
    const now = this.clock.now();
    const since = now - (this.looked.get(workspaceId) ?? -Infinity);
    // A clock that was put back begins anew.
    if (since >= 0 && since < EVERY) return;
    this.remember(workspaceId, now);
    // Trouble with the read model is told by every answer that needs it; here the next dispatch tries again.
    this.turn(workspaceId, ROWS).catch(() => undefined);
  }

  private remember(workspaceId: string, now: number): void {
    this.looked.delete(workspaceId);
    this.looked.set(workspaceId, now);
    for (const [other, at] of this.looked) {
      if (at <= now && now - at < EVERY) return;
      this.looked.delete(other);
    }
  }

  private turn(workspaceId: string, most: typeof ROWS): Promise<void> {
    const underWay = this.turns.get(workspaceId);
    if (underWay) {
      if (most === OVERDUE_ROWS) underWay.most = most;
      return underWay.ended;
    }
    const begin = async (): Promise<void> => {
      try {
        await trueWithin(this.timers, TURN_MS, (isOver) => this.promote(workspaceId, turn, isOver));
      } finally {
        this.turns.delete(workspaceId);
      }
    };
    const turn: Turn = { most, ended: Promise.resolve().then(begin) };
    this.turns.set(workspaceId, turn);
    return turn.ended;
  }

  /** @returns true: it came to its end */
  private async promote(workspaceId: string, turn: Turn, isOver: () => boolean): Promise<boolean> {
    let most: Turn['most'];
    do {
      most = turn.most;
      await this.promoteBoth(workspaceId, most, isOver);
      // Somebody joined who needs more than this, and perhaps of a later instant.
    } while (turn.most !== most && !isOver());
    return true;
  }

  private async promoteBoth(workspaceId: string, most: Turn['most'], isOver: () => boolean): Promise<void> {
    const t = Date.parse(await this.decider.now(workspaceId));
    for (const state of ['waiting', 'midnight'] as const) {
      const goesOn = (looked: number): boolean => looked < most[state] && !isOver();
      await this.promoteRows(MEMBERS, [workspaceId, state], t, goesOn);
      await this.promoteRows(UNLISTED, [workspaceId, state], t, goesOn);
    }
  }

  /** The oldest first. */
  private async promoteRows<Doc extends Queued>(
    collection: Collection<Doc>,
    prefix: readonly IndexValue[],
    to: number,
    goesOn: (looked: number) => boolean,
  ): Promise<void> {
    // Rows that were amended leave the range; one that somebody else changed meanwhile is passed over.
    let after: readonly IndexValue[] | undefined;
    for (let looked = 0; goesOn(looked); looked += CHUNK) {
      const options = { index: 'due', prefixes: [prefix], to, limit: CHUNK, ...(after && { after }) };
      const rows = await this.readModel.merge(collection, options);
      if (rows.length > 0) await this.cacheWriter.amendRows(rows.map((row) => promoted(collection, row)));
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = [last.due, last.number];
    }
  }
}

function promoted<Doc extends Queued>(collection: Collection<Doc>, row: Doc): Amendment {
  const { revision, state, due } = row;
  return {
    collection,
    key: keyOf(collection, row),
    revision,
    ifFields: { state, due },
    set: { state: 'ready', due: 0 },
  };
}
