// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import type { Logger } from 'pino';
import { type Clock, DomainError, type IdSource, type Instant, instant, type Timers } from '#kernel';
import {
  type LeaseOptions,
  ProgressBoard,
  type RebuildId,
  type RebuildRecord,
  sleepBy,
  whileLeased,
} from '#read-model';
import { every } from '../every.js';
import { type RebuildStatus, RebuildRun, type RowsOrigin } from './rebuild-run.js';
import type { RebuiltRows } from './rebuilt-rows.js';
import type { Asked, RebuildListeners, RebuildsState, RowRebuilds } from './row-rebuilds.js';
import type { FromSharedRebuild, SharedBuild, ToSharedRebuild } from './shared-building.js';
import { tellRebuild } from './tell-rebuild.js';

/** A thread that builds rows. */
export interface BuildingThread {
  readonly post: (message: ToSharedRebuild) => void;
  /** Rejects with the error that ended it. */
  readonly ended: Promise<void>;
}

/** Starts a thread that builds. */
export type StartBuilding = (build: SharedBuild, hear: (message: FromSharedRebuild) => void) => BuildingThread;

export interface SharedRebuildsPorts {
  readonly rows: RebuiltRows;
  readonly lease: Pick<LeaseOptions, 'records' | 'owner' | 'isGone'>;
  /** Whether the rows are complete. */
  readonly isReady: () => boolean;
  /** Undefined: this process does not build. */
  readonly startBuilding: StartBuilding | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly timers: Timers;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Milliseconds between two looks for a rebuild, and between two records of how far it is. */
const LOOK_MS = 500;
/** Milliseconds between two looks for rows that are to be dropped. */
const TIDY_MS = 10_000;
/** Milliseconds that a stop waits for a call of a store that hangs: nothing is lost where the process ends first. */
export const REBUILD_CLOSE_MS = 2_500;
/** Milliseconds for which the rows before are kept. */
const KEPT_MS = 24 * 3_600_000;

const BEING_BUILT = 'The rows are not complete yet: they are being built.';
const UNDER_WAY = 'The rows are being rebuilt already.';
const NOT_KEPT = 'The rows before the last rebuild are not kept any more.';

/**
 * Rebuilds the rows that several processes share. Any process takes the request; of those that project one at a time
 * builds, by a lease, and records how far it is. What it leaves unfinished is continued by the next one.
 */
export class SharedRebuilds implements RowRebuilds {
  private listeners: RebuildListeners | undefined;
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;

  constructor(private readonly ports: SharedRebuildsPorts) {
    const { lease, isReady, timers, startBuilding, rows } = ports;
    rows.onExchange((differs) => differs && this.listeners?.replaced());
    const leased = { ...lease, name: 'rebuild', sleep: sleepBy(timers), mayHold: isReady };
    this.ended = startBuilding
      ? whileLeased(leased, this.stopping.signal, (turn) => this.buildInTurn(startBuilding, turn))
      : Promise.resolve();
  }

  listen(listeners: RebuildListeners): void {
    this.listeners = listeners;
  }

  async state(): Promise<RebuildsState> {
    const { rows } = this.ports;
    const [record, origin, since] = await Promise.all([rows.rebuilds.find(), rows.origin(), rows.keptSince()]);
    const rebuild = record && statusOf(record);
    const madeBy = origin === undefined ? undefined : (JSON.parse(origin) as RowsOrigin);
    return { rebuild, canGoBack: since !== undefined && rebuild?.ended_at !== null, madeBy };
  }

  start({ by, force }: Asked & { readonly force: boolean }): Promise<RebuildStatus> {
    const asked = { kind: 'rebuild', by, force } as const;
    return this.begin(asked, (under) => under.kind === 'rebuild' && under.forced === force);
  }

  async back({ by }: Asked): Promise<RebuildStatus> {
    const asked = { kind: 'back', by, force: false } as const;
    return this.begin(
      asked,
      () => false,
      async () => {
        if ((await this.ports.rows.keptSince()) === undefined) throw new DomainError('resource_conflict', NOT_KEPT);
      },
    );
  }

  /** Stops, in time though a store hangs; what is unfinished is left to the next process. */
  async close(): Promise<void> {
    this.stopping.abort();
    const late = new AbortController();
    await Promise.race([this.ended, sleepBy(this.ports.timers)(REBUILD_CLOSE_MS, late.signal)]);
    late.abort();
  }

  /** @param isSame whether the rebuild under way is what is asked for */
  private async begin(
    asked: Asked & { readonly kind: RebuildId['kind']; readonly force: boolean },
    isSame: (under: RebuildStatus) => boolean,
    mayBegin = async (): Promise<void> => undefined,
  ): Promise<RebuildStatus> {
    const { rows, isReady, ids, logger } = this.ports;
    if (!isReady()) throw new DomainError('resource_conflict', BEING_BUILT);
    for (;;) {
      const before = await rows.rebuilds.find();
      const under = before && statusOf(before);
      if (under?.ended_at === null) {
        if (isSame(under)) return under;
        throw new DomainError('resource_conflict', UNDER_WAY);
      }
      await mayBegin();
      const { status } = this.newRun(asked);
      const next = { id: ids.next(), status: JSON.stringify(status) };
      if (!(await rows.rebuilds.begin(next, before?.id))) continue;
      logger.info(asked, 'the rows are rebuilt');
      return status;
    }
  }

  private async buildInTurn(startBuilding: StartBuilding, turn: AbortSignal): Promise<void> {
    const sleep = sleepBy(this.ports.timers);
    let tidied = -Infinity;
    while (!turn.aborted) {
      // Unavailable: looked for again.
      const record = await this.ports.rows.rebuilds.find().catch(() => undefined);
      if (record && statusOf(record).ended_at === null) await this.build(record, startBuilding, turn);
      else if (this.ports.monotonic() - tidied >= TIDY_MS) {
        tidied = this.ports.monotonic();
        await this.tidy().catch(() => undefined);
      }
      await sleep(LOOK_MS, turn);
    }
  }

  /** Drops rows that nobody needs any more: those that a rebuild has left, and in time those before it. */
  private async tidy(): Promise<void> {
    const { rows, clock } = this.ports;
    await rows.dropAbandoned();
    const since = await rows.keptSince();
    if (since !== undefined && clock.now() - Date.parse(since) >= KEPT_MS) await rows.dropKept();
  }

  /** Builds until the rebuild has ended, or cannot be continued now. */
  private async build(record: RebuildRecord, startBuilding: StartBuilding, turn: AbortSignal): Promise<void> {
    const { id } = record;
    const asked = statusOf(record);
    const { kind, by, forced } = asked;
    const run = this.newRun({ kind, by, force: forced });
    const save = (): Promise<void> =>
      this.ports.rows.rebuilds.update({ id, status: JSON.stringify(run.status) }).catch(() => undefined);
    const thread = startBuilding({ id, kind, folded: asked.folded_events }, (message) => {
      this.hear(message, { run, build: { id, kind }, post: (answer) => thread.post(answer) });
    });
    const stop = (): void => thread.post({ kind: 'stop' });
    turn.addEventListener('abort', stop);
    if (turn.aborted) stop();
    let saving = Promise.resolve();
    const cancel = every(this.ports.timers, LOOK_MS, () => {
      saving = save();
    });
    try {
      await thread.ended.catch((error: Error) => run.fail(error));
    } finally {
      cancel();
      turn.removeEventListener('abort', stop);
    }
    await saving;
    // One that a store holds up is continued, by this process or by the next one.
    if (turn.aborted && run.isActive) return;
    await save();
    if (!run.isActive) tellRebuild(this.ports.logger, run.status);
  }

  private hear(
    message: FromSharedRebuild,
    { run, build, post }: { run: RebuildRun; build: RebuildId; post: BuildingThread['post'] },
  ): void {
    switch (message.kind) {
      case 'failed':
        if (!message.isTransient) run.fail(new Error(message.message));
        return;
      case 'prepare':
        run.switching();
        this.prepare(build).then(
          () => post({ kind: 'prepared' }),
          () => post({ kind: 'stop' }),
        );
        return;
      case 'exchanged':
        return run.end('done');
      case 'done': {
        run.hear(message);
        const differs = run.differences > 0;
        if (differs && !run.status.forced) {
          post({ kind: 'discard' });
          return run.end('differs');
        }
        run.switching();
        return post({ kind: 'exchange', origin: JSON.stringify(run.facts), differs });
      }
      default:
        run.hear(message);
    }
  }

  private async prepare(build: RebuildId): Promise<void> {
    const { rows, timers } = this.ports;
    const { model, writer } = await rows.rowsBeside(build).open();
    const progress = new ProgressBoard({ projectedRevision: (of) => model.projectedRevision(of), timers });
    progress.report({ projectedRevisions: new Map(), caughtUp: true });
    await this.listeners?.prepare({ readModel: model, cacheWriter: writer, progress });
  }

  private newRun(asked: Asked & { readonly kind: RebuildId['kind']; readonly force: boolean }): RebuildRun {
    const { clock, monotonic } = this.ports;
    return new RebuildRun({ ...asked, now: (): Instant => instant(clock.now()), monotonic });
  }
}

function statusOf({ status }: RebuildRecord): RebuildStatus {
  return JSON.parse(status) as RebuildStatus;
}
