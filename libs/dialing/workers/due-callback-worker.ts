import type { CommandBus } from '@nestjs/cqrs';
import { type Clock, type IndexValue, type Instant, keyOf, WorkspaceTurns } from '#kernel';
import type { Amendment, ReadModel, ReadModelCacheWriter } from '#read-model';
import {
  inTraceAt,
  type Offered,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  type TraceAt,
} from '#workers';
import type { CommandResult } from '#workspace-head';
import { TellDueCallbacks } from '../commands/tell-due-callbacks.command.js';
import { DUE_CALLBACKS, type DueCallbackRow } from '../domain/callbacks/due-callbacks.js';
import { CHECKED_AT_ONCE, type Untold } from '../domain/callbacks/tell-due.js';

export interface DueCallbackPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  /** The clock of callbacks; the test clock may replace it. */
  readonly clock: Clock;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** How health names a workspace. */
interface WorkspaceName {
  readonly workspaceId: string;
}

/** Chunks decided at once, of all workspaces. */
const CONCURRENT_CHUNKS = 4;
/** Rows of one read of the to-do list of all workspaces. */
const PAGE_SIZE = 200;
/**
 * Pages in a row without a workspace that is not worked on yet, after which a read stops: the next pages are most
 * likely of the same long backlog.
 */
const MAX_PAGES_IN_VAIN = 2;
/**
 * Milliseconds between two reads of the whole list all the same: behind the backlog of one workspace there may be
 * callbacks of another.
 */
const FULL_READ_MS = 5_000;

/**
 * Tells that callbacks are due (docs/adr/0076-a-due-callback-is-told-once-by-an-event.md): those of a workspace in
 * chunks, each an append with an event for each callback, workspaces side by side. That a callback was told is in the
 * log, so a process that is killed repeats nothing. One timer, for the next of these instants, wakes it.
 */
export class DueCallbackWorker extends ToDoWorker<DueCallbackRow, WorkspaceName> {
  private readonly callbacks: DueCallbacks;

  constructor(ports: DueCallbackPorts) {
    const callbacks = new DueCallbacks(ports);
    super(ports, callbacks);
    this.callbacks = callbacks;
  }

  /**
   * Tells everything that is due at or before the clock, which has reached `now`; parked workspaces are left out.
   * @throws the failure of a workspace that is tried again later
   */
  settle(now: Instant): Promise<void> {
    return this.settleAll((offer, run) => this.callbacks.readDue(Date.parse(now), offer, run));
  }

  override async stop(): Promise<void> {
    this.callbacks.stop();
    await super.stop();
  }
}

class DueCallbacks implements ToDoList<DueCallbackRow, WorkspaceName> {
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);
  /** Set while the last read of the whole of a long list was a moment ago. */
  private cancelFullReadTimer: (() => void) | undefined;

  constructor(private readonly ports: DueCallbackPorts) {}

  queueOf({ workspace_id }: DueCallbackRow): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: DueCallbackRow): string {
    return workspace_id;
  }

  /** The event that set the callback which is due since longest. */
  versionOf({ event_id }: DueCallbackRow): string {
    return event_id;
  }

  nameOf({ workspace_id }: DueCallbackRow): WorkspaceName {
    return { workspaceId: workspace_id };
  }

  stop(): void {
    this.cancelFullReadTimer?.();
  }

  async read(offer: (row: DueCallbackRow) => Offered, run: ToDoRun): Promise<number | undefined> {
    const now = this.ports.clock.now();
    const next = await this.readDue(now, offer, run);
    // What a read behind a long backlog has left out, a full read finds.
    if (next === undefined) return this.cancelFullReadTimer === undefined ? undefined : FULL_READ_MS;
    return next - now;
  }

  /**
   * Offers each workspace that has a callback to be checked.
   * @returns when the first later one is to be checked, if it was read
   */
  async readDue(now: number, offer: (row: DueCallbackRow) => Offered, run: ToDoRun): Promise<number | undefined> {
    let after: readonly IndexValue[] | undefined;
    let pagesInVain = 0;
    const offered = new Set<string>();
    const isFullReadRecent = this.cancelFullReadTimer !== undefined;
    while (!run.stopped) {
      // Every change of the rows is a poll, and mostly nothing is due: the first row tells.
      const limit = after ? PAGE_SIZE : 1;
      const rows = await this.ports.readModel.page(DUE_CALLBACKS, {
        ...{ index: 'checks', prefix: [1], ...(after && { after }), limit },
      });
      const due = rows.filter(({ check_at }) => check_at <= now);
      const fresh = due.filter(({ workspace_id: id }) => !offered.has(id) && offered.add(id));
      const queued = fresh.filter((row) => offer(row) === 'queued').length;
      if (due.length < rows.length) return rows[due.length]!.check_at;
      const last = rows.length === limit ? rows.at(-1) : undefined;
      if (!last) return undefined;
      pagesInVain = queued === 0 ? pagesInVain + 1 : 0;
      if (pagesInVain >= MAX_PAGES_IN_VAIN && isFullReadRecent) return undefined;
      if (pagesInVain >= MAX_PAGES_IN_VAIN && !run.stopped) this.startFullReadTimer();
      after = [last.check_at, last.workspace_id, last.number];
    }
    return undefined;
  }

  /** Until the rows show that nothing is to be checked now. */
  async work({ workspace_id: workspaceId }: DueCallbackRow, run: ToDoRun, progressed: () => void): Promise<undefined> {
    while (!run.stopped) {
      const page = { index: 'of_workspace', prefix: [workspaceId, 1], limit: CHECKED_AT_ONCE };
      const rows = await this.ports.readModel.page(DUE_CALLBACKS, page);
      const now = this.ports.clock.now();
      const due = rows.filter(({ check_at }) => check_at <= now);
      if (due.length === 0) return;
      const result = await this.turns.run(workspaceId, async () => (run.stopped ? undefined : this.tell(due)));
      if (!result) return;
      progressed();
      const { untold } = result.answer.body as unknown as { readonly untold: readonly Untold[] };
      await this.checkLater(due, untold);
      // Until the rows show what was told, it would be found again.
      await run.whenProjected(workspaceId, result);
    }
  }

  private async tell(due: readonly DueCallbackRow[]): Promise<CommandResult> {
    const [{ workspace_id: workspaceId, event_id: causationId, correlation_id: correlationId, revision }] = due as [
      DueCallbackRow,
    ];
    const { bus, traceAt } = this.ports;
    const actor = { kind: 'system', id: 'due_callbacks' } as const;
    const traced = await inTraceAt(traceAt, { workspaceId, actor, correlationId, causationId }, revision);
    const members = due.map(({ smart_list_id, contact_id }) => ({ smart_list_id, contact_id }));
    return bus.execute(new TellDueCallbacks(traced, members));
  }

  /** A callback that was set anew since has another revision, and is checked for its own instant. */
  private async checkLater(due: readonly DueCallbackRow[], untold: readonly Untold[]): Promise<void> {
    if (untold.length === 0) return;
    const checkAt = new Map(untold.map((each) => [nameOfMember(each), each.check_at]));
    const changes = due.flatMap((row): readonly Amendment[] => {
      const check_at = checkAt.get(nameOfMember(row));
      if (check_at === undefined) return [];
      const { revision, open } = row;
      const set = check_at === null ? { open: 0, check_at: 0 } : { check_at };
      const ifFields = { open, check_at: row.check_at };
      return [{ collection: DUE_CALLBACKS, key: keyOf(DUE_CALLBACKS, row), revision, ifFields, set }];
    });
    await this.ports.cacheWriter.amendRows(changes);
  }

  private startFullReadTimer(): void {
    this.cancelFullReadTimer ??= this.ports.timers.set(FULL_READ_MS, () => (this.cancelFullReadTimer = undefined));
  }
}

const nameOfMember = ({ smart_list_id, contact_id }: Pick<Untold, 'smart_list_id' | 'contact_id'>): string =>
  `${smart_list_id} ${contact_id}`;
