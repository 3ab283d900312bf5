// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { DomainError, type IdSource, instant } from '#kernel';
import { atMost, type LeaseOptions, type RebuildId, sleepBy, whileLeased } from '#read-model';
import { type RebuildStatus, RebuildRun, type RowsOrigin } from './rebuild-run.js';
import type { Asked, RebuildListeners, RebuildsState, RowRebuilds } from './row-rebuilds.js';
import {
  HeldUp,
  SharedRebuildRun,
  type SharedRebuildRunPorts,
  type StartBuilding,
  statusOf,
} from './shared-rebuild-run.js';

export interface SharedRebuildsPorts extends Omit<SharedRebuildRunPorts, 'listeners'> {
  readonly lease: Pick<LeaseOptions, 'records' | 'owner' | 'isGone'>;
  /** Whether the rows are complete. */
  readonly isReady: () => boolean;
  /** Undefined: this process does not build. */
  readonly startBuilding: StartBuilding | undefined;
  readonly ids: IdSource;
}

/** Milliseconds between two looks for a rebuild. */
const LOOK_MS = 2_000;
/** Milliseconds between two looks for rows that are to be dropped. */
const TIDY_MS = 30_000;
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
    // Before there are listeners, rows would be exchanged that are not prepared.
    const leased = {
      ...lease,
      name: 'rebuild',
      sleep: sleepBy(timers),
      mayHold: () => isReady() && this.listeners !== undefined && this.listeners.clockTrouble() === undefined,
    };
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
    await atMost(REBUILD_CLOSE_MS, this.ended, sleepBy(this.ports.timers));
  }

  /** @param isSame whether the rebuild under way is what is asked for */
  private async begin(
    asked: Asked & { readonly kind: RebuildId['kind']; readonly force: boolean },
    isSame: (under: RebuildStatus) => boolean,
    mayBegin = async (): Promise<void> => undefined,
  ): Promise<RebuildStatus> {
    const { rows, isReady, clock, ids, monotonic, logger } = this.ports;
    if (!isReady()) throw new DomainError('resource_conflict', BEING_BUILT);
    for (;;) {
      const before = await rows.rebuilds.find();
      const under = before && statusOf(before);
      if (under?.ended_at === null) {
        if (isSame(under)) return under;
        throw new DomainError('resource_conflict', UNDER_WAY);
      }
      await mayBegin();
      const { status } = new RebuildRun({ ...asked, now: () => instant(clock.now()), monotonic });
      const next = { id: ids.next(), status: JSON.stringify(status), isEnded: false };
      if (!(await rows.rebuilds.begin(next, before?.id))) continue;
      logger.info(asked, 'the rows are rebuilt');
      return status;
    }
  }

  private async buildInTurn(startBuilding: StartBuilding, turn: AbortSignal): Promise<void> {
    const sleep = sleepBy(this.ports.timers);
    let tidied = -Infinity;
    let held = new HeldUp('');
    while (!turn.aborted) {
      let pause = LOOK_MS;
      // Unavailable: looked for again.
      const record = await this.ports.rows.rebuilds.find().catch(() => undefined);
      if (record && statusOf(record).ended_at === null) {
        if (held.id !== record.id) held = new HeldUp(record.id);
        const run = new SharedRebuildRun({ ...this.ports, listeners: this.listeners! }, record, { turn, held });
        if (!(await run.untilEnded(startBuilding))) pause = held.pauses.next();
        // Rows that are not kept, since an erasure is under way, go at the next look.
        tidied = -Infinity;
      } else if (this.ports.monotonic() - tidied >= TIDY_MS) {
        tidied = this.ports.monotonic();
        await this.tidy().catch(() => undefined);
      }
      await sleep(pause, turn);
    }
  }

  /** Drops rows that nobody needs any more: those that a rebuild has left, and in time those before it. */
  private async tidy(): Promise<void> {
    const { rows, clock } = this.ports;
    await rows.dropAbandoned();
    const since = await rows.keptSince();
    if (since !== undefined && clock.now() - Date.parse(since) >= KEPT_MS) await rows.dropKept();
  }
}
