import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type Collection, type IndexValue } from '#kernel';
import { MEMBERS } from '#members/domain';
import { type Amendment, READ_MODEL, READ_MODEL_ASIDE, type ReadModel, type ReadModelAside } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { type Queued, QueueOverdue, UNLISTED } from '../domain/index.js';

/** Rows in one write: the thread that writes also folds events. */
const CHUNK = 500;

/** Rows that one turn promotes at most. Those of a midnight are no hurry: the queue finds them as they are, in the order of their numbers. */
const ROWS: Readonly<Record<Matured, number>> = { waiting: 100_000, midnight: 2 * CHUNK };

/** The same where a pick cannot do without. After a longer stop still the next request goes on. */
const OVERDUE_ROWS: Readonly<Record<Matured, number>> = { waiting: 100_000, midnight: 100_000 };

/** How often a workspace is looked after while it dials, in milliseconds of the clock: while that stands, nothing matures. */
const EVERY = 1_000;

type Matured = 'waiting' | 'midnight';

/**
 * Makes rows whose time has come ready ones (scheduling.md, Scale; ADR 0015). Dialing drives it: no timer walks anything, and a workspace that nobody
 * dials costs nothing. What it writes is a cache of log and clock: it may be lost, repeated, or raced by others.
 */
@Injectable()
export class Promotion {
  /** When each workspace was last looked after. */
  private readonly looked = new Map<string, number>();
  /** The last turn of each workspace that is in one: one at a time. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(
    @Inject(READ_MODEL) private readonly readModel: Pick<ReadModel, 'merge'>,
    @Inject(READ_MODEL_ASIDE) private readonly aside: Pick<ReadModelAside, 'amend'>,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Asks, and if more has matured than a pick looks at, promotes that and asks again. */
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
    this.looked.set(workspaceId, now);
    // Trouble with the read model is told by every answer that needs it; here the next dispatch tries again.
    this.turn(workspaceId, ROWS).catch(() => undefined);
  }

  private async turn(workspaceId: string, most: typeof ROWS): Promise<void> {
    const before = this.turns.get(workspaceId) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.promote(workspaceId, most));
    this.turns.set(workspaceId, turn);
    try {
      await turn;
    } finally {
      if (this.turns.get(workspaceId) === turn) this.turns.delete(workspaceId);
    }
  }

  private async promote(workspaceId: string, most: typeof ROWS): Promise<void> {
    const t = Date.parse(await this.decider.now(workspaceId));
    for (const state of ['waiting', 'midnight'] as const) {
      await this.promoteRows(MEMBERS, [workspaceId, state], t, most[state]);
      await this.promoteRows(UNLISTED, [workspaceId, state], t, most[state]);
    }
  }

  /** The oldest first. */
  private async promoteRows<Doc extends Queued>(
    collection: Collection<Doc>,
    prefix: readonly IndexValue[],
    to: number,
    most: number,
  ): Promise<void> {
    // Rows that were amended leave the range; one that somebody else changed meanwhile is passed over.
    let after: readonly IndexValue[] | undefined;
    for (let looked = 0; looked < most; looked += CHUNK) {
      const options = { index: 'due', prefixes: [prefix], to, limit: CHUNK, ...(after && { after }) };
      const rows = await this.readModel.merge(collection, options);
      if (rows.length > 0) await this.aside.amend(rows.map((row) => promoted(collection, row)));
      const last = rows.at(-1);
      if (!last || rows.length < CHUNK) return;
      after = [last.due, last.number];
    }
  }
}

function promoted<Doc extends Queued>(collection: Collection<Doc>, row: Doc): Amendment {
  const key = collection.key.map((field) => (row as unknown as Readonly<Record<string, string>>)[field]!);
  const { revision, state, due } = row;
  return { collection, key, revision, ifFields: { state, due }, set: { state: 'ready', due: 0 } };
}
