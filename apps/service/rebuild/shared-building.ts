// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { tmpdir } from 'node:os';
import { type Clock, instant, messageOf, type Position, UnavailableError } from '#kernel';
import {
  atMost,
  CheckpointMismatchError,
  confirmGeneration,
  type Exchanged,
  gentleLog,
  type OpenedRows,
  ProjectionRunner,
  type ReadModel,
  type RebuildId,
  type RowsBeside,
  type Sleep,
  untilCaughtUp,
} from '#read-model';
import { FOLLOWED, FOLLOWER, FOLLOWING } from '../catalogue.js';
import { partOf } from '../past/part-of.js';
import { compareWithGrowing, untilReached } from '../past/rows/compare-with-fold.js';
import { telling } from '../past/telling.js';
import type { SharedStores } from '../shared-stores.js';
import { atIntervals, MOST_TOLD } from './building.js';
import { ErasingWriter } from './erasing-writer.js';
import { oweErasing } from './owed-erasing.js';
import type { FromRebuild } from './rebuild.worker.js';
import { whileFrozen } from './while-frozen.js';

/** What is to be built. */
export interface SharedBuild extends RebuildId {
  /** Events that an earlier process has folded for it. */
  readonly folded: number;
}

/** Messages of the thread that builds, beside those of a rebuild into a file. */
export type FromSharedRebuild =
  | Exclude<FromRebuild, { kind: 'failed' }>
  /** The rows have caught up: they are to be prepared. */
  | { readonly kind: 'prepare' }
  /** The rows are live. */
  | { readonly kind: 'exchanged' }
  /** @param isTransient the rebuild can be continued */
  | { readonly kind: 'failed'; readonly message: string; readonly isTransient: boolean };

/** Messages to the thread. */
export type ToSharedRebuild =
  | { readonly kind: 'stop' | 'discard' | 'prepared' }
  | { readonly kind: 'exchange'; readonly origin: string | undefined; readonly differs: boolean };

export interface SharedBuildingPorts {
  /** Connections of the thread's own. */
  readonly connect: () => Promise<Pick<SharedStores, 'store' | 'skipped' | 'rows' | 'close'>>;
  readonly tell: (message: FromSharedRebuild) => void;
  /** The next message to the thread. */
  readonly next: () => Promise<ToSharedRebuild>;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
  readonly clock: Clock;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

const NOT_KEPT = 'The rows before the last rebuild are not kept any more.';
/** Milliseconds between two looks while no batch is begun in the live rows. */
const FROZEN_LOOK_MS = 10;
/** Milliseconds that the end waits for the last batch of the follower; closed connections end it in any case. */
const FOLLOWER_END_MS = 2_000;

/** Whether the rebuild can be continued: a store is away, or another process builds, which has taken over the lease. */
function canContinue(error: unknown): boolean {
  return error instanceof UnavailableError || error instanceof CheckpointMismatchError;
}

/** What the thread of a rebuild of shared rows does, from its start to its end. Never rejects. */
export async function buildBeside(build: SharedBuild, ports: SharedBuildingPorts): Promise<void> {
  const { connect, tell, signal } = ports;
  try {
    const stores = await connect();
    try {
      await new SharedBuilding(build, stores, ports).run();
    } finally {
      // What the rebuild has come to stays, though a connection cannot be closed.
      await stores.close().catch(() => undefined);
    }
  } catch (error) {
    if (!signal.aborted) tell({ kind: 'failed', message: messageOf(error), isTransient: canContinue(error) });
  }
}

type Stores = Pick<SharedStores, 'store' | 'skipped' | 'rows'>;

class SharedBuilding {
  private readonly beside: RowsBeside;

  constructor(
    private readonly build: SharedBuild,
    private readonly stores: Stores,
    private readonly ports: SharedBuildingPorts,
  ) {
    this.beside = stores.rows.rebuilding!.rowsBeside(build);
  }

  async run(): Promise<void> {
    const { build, beside } = this;
    const { tell, next, signal } = this.ports;
    try {
      const coming = await beside.begin();
      if (coming === 'none') throw new Error(NOT_KEPT);
      if (coming === 'live') return tell({ kind: 'exchanged' });
      let made: Pick<Exchanged, 'origin' | 'differs'> = { origin: undefined, differs: true };
      if (build.kind === 'rebuild') {
        await this.fold(coming);
        const answer = await next();
        if (answer.kind === 'discard') return await beside.discard();
        if (answer.kind !== 'exchange') return;
        made = answer;
      }
      const outcome = await this.exchange(coming, made);
      if (outcome === 'exchanged') tell({ kind: 'exchanged' });
      if (outcome === 'discard') await beside.discard();
    } catch (error) {
      // What is built is kept where the rebuild can be continued.
      if (!signal.aborted && !canContinue(error)) await beside.discard().catch(() => undefined);
      throw error;
    }
  }

  /** Folds the log and compares the rows with those that are live. */
  private async fold({ model, writer }: OpenedRows): Promise<void> {
    const { store, skipped, rows } = this.stores;
    const { tell, sleep, monotonic, signal } = this.ports;
    const compared = await rows.model.generations?.current();
    const end = await store.end();
    let folded = this.build.folded;
    const tellFolded = atIntervals((position: Position | undefined) => {
      const part = partOf(position, end);
      tell({ kind: 'folded', folded, of: part ? Math.max(folded, Math.round(folded / part)) : folded });
    }, monotonic);
    const log = telling(gentleLog(store, sleep, monotonic), (position, events) => {
      folded += events;
      tellFolded(position);
    });
    const live = { model: rows.model, checkpoint: () => rows.writer.checkpoint(FOLLOWER) };
    const growing = {
      position: undefined as Position | undefined,
      async goOn(use: (fresh: ReadModel) => Promise<void>) {
        const done = new AbortController();
        const report = ({ caughtUp }: { readonly caughtUp: boolean }) => caughtUp && done.abort();
        const runner = new ProjectionRunner({ ...FOLLOWING, events: log, skipped, writer, sleep, report });
        await runner.run(AbortSignal.any([signal, done.signal]));
        signal.throwIfAborted();
        growing.position = await writer.checkpoint(FOLLOWER);
        await untilReached(growing.position, { log: store, live, sleep, signal });
        await use(model);
      },
    };
    let differences = 0;
    const result = await compareWithGrowing(growing, {
      ...{ live, workspaceId: undefined, directory: tmpdir(), signal },
      compared: atIntervals((count: number) => tell({ kind: 'compared', rows: count }), monotonic),
      found: (difference) => {
        differences += 1;
        tell({ kind: 'differs', difference: differences > MOST_TOLD ? undefined : difference });
      },
    });
    // Rows that were dropped meanwhile would be told as rows that are missing.
    if (compared !== undefined) await confirmGeneration(rows.model.generations!, compared);
    tell({ kind: 'done', result });
  }

  /** Follows the log until the rows are live: they have everything that the rows before have shown. */
  private async exchange(
    { writer }: OpenedRows,
    made: Pick<Exchanged, 'origin' | 'differs'>,
  ): Promise<'exchanged' | 'discard' | 'stopped'> {
    const { store, skipped, rows } = this.stores;
    const { tell, next, sleep, clock, monotonic, signal } = this.ports;
    const { beside } = this;
    const ended = new AbortController();
    const frozen = new AbortController();
    let arrive: () => void = () => undefined;
    const caughtUp = new Promise<void>((resolve) => (arrive = resolve));
    const report = (told: { readonly caughtUp: boolean }) => told.caughtUp && arrive();
    const watched = await ErasingWriter.over(writer);
    // While the rows before stand still the follower does not rest.
    const resting = AbortSignal.any([signal, ended.signal, frozen.signal]);
    const events = gentleLog(store, (ms) => sleep(ms, resting), monotonic);
    const runner = new ProjectionRunner({ ...FOLLOWING, events, skipped, writer: watched, sleep, report });
    const following = runner.run(AbortSignal.any([signal, ended.signal]));
    try {
      await Promise.race([caughtUp, following]);
      const doOwe = await oweErasing(rows.model, instant(clock.now()));
      tell({ kind: 'prepare' });
      const answer = await next();
      if (answer.kind === 'discard') return 'discard';
      if (answer.kind !== 'prepared') return 'stopped';
      frozen.abort();
      await whileFrozen(beside, this.ports, async (until) => {
        const rowsAreAt = () => writer.checkpoint(FOLLOWER);
        const look = (_ms: number, stop: AbortSignal) => sleep(FROZEN_LOOK_MS, stop);
        // The end is read after the freeze: no batch of the live rows has an event behind it.
        const ports = { events: store, end: () => store.end(), rowsAreAt, prefixes: FOLLOWED, sleep: look };
        const isThere = await untilCaughtUp(ports, until);
        ended.abort();
        await following;
        until.throwIfAborted();
        if (!isThere) throw new UnavailableError('The rebuilt rows do not get to the end of the log.');
        const liveAt = await rows.writer.checkpoint(FOLLOWER);
        const keeps = !doOwe && !watched.hasErasedBehind(liveAt);
        until.throwIfAborted();
        await beside.exchange({ ...made, keeps, at: instant(clock.now()) });
      });
      return 'exchanged';
    } finally {
      ended.abort();
      const isOver = following.catch(() => undefined);
      await atMost(FOLLOWER_END_MS, isOver, sleep);
    }
  }
}
