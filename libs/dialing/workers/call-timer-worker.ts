import type { CommandBus } from '@nestjs/cqrs';
import { type Clock, type IndexValue, instant, type Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import {
  inTraceAt,
  type Offered,
  recordsByEvent,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  type TraceAt,
} from '#workers';
import { ExpireCall } from '../commands/expire-call.command.js';
import { type CallRow, CALLS } from '../domain/calls/call.js';

export interface CallTimerPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  /** The clock of leases and wrap-up times; the test clock may replace it. */
  readonly clock: Clock;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** A call whose lease or wrap-up time has expired. */
type DueCall = Pick<CallRow, 'workspace_id' | 'call_id' | 'event_id' | 'correlation_id' | 'revision'>;

/** How health names a call. */
interface CallName {
  readonly workspaceId: string;
  readonly callId: string;
}

/** Calls of one workspace that are held in memory, and rows of one read; calls beyond them are read again. */
const PAGE_SIZE = 100;
/**
 * Pages in a row without a call that could be queued, after which a read stops: the next pages are most likely of the
 * same long backlog.
 */
const MAX_PAGES_IN_VAIN = 2;
/**
 * Milliseconds between two reads of the whole list all the same: behind the backlog of one workspace there may be calls
 * of another.
 */
const FULL_READ_MS = 5_000;

/**
 * Ends calls whose lease has expired and completes those whose wrap-up time has (docs/reference/dialing-rules.md, A
 * call's life): one command each, those of a workspace in the order of their instants, then of their dispatch. The
 * effects are events of the log, so a process that is killed repeats nothing. One timer, for the next of these
 * instants, wakes it.
 */
export class CallTimerWorker extends ToDoWorker<DueCall, CallName> {
  private readonly dueCalls: DueCalls;

  constructor(ports: CallTimerPorts) {
    const dueCalls = new DueCalls(ports);
    super(ports, dueCalls);
    this.dueCalls = dueCalls;
  }

  /**
   * Does everything that is due at or before `now`, which the clock must have reached; resolves when its effects can be
   * read. Parked calls are left out.
   * @throws the failure of a call that is tried again later
   */
  settle(now: Instant): Promise<void> {
    return this.settleAll((offer, run) => this.dueCalls.readDue(now, offer, run));
  }

  override async stop(): Promise<void> {
    this.dueCalls.stop();
    await super.stop();
  }
}

class DueCalls implements ToDoList<DueCall, CallName> {
  readonly records = recordsByEvent('call_timers', ({ call_id: item }: DueCall) => ({
    item,
    subject: { type: 'call', id: item },
  }));
  readonly capacity = PAGE_SIZE;
  /** Set while the last read of the whole of a long list was a moment ago. */
  private cancelFullReadTimer: (() => void) | undefined;

  constructor(private readonly ports: CallTimerPorts) {}

  queueOf({ workspace_id }: DueCall): string {
    return workspace_id;
  }

  keyOf({ workspace_id, call_id }: DueCall): string {
    return `${workspace_id}|${call_id}`;
  }

  /** The event that made it due: a new lease, or its end. */
  versionOf({ event_id }: DueCall): string {
    return event_id;
  }

  nameOf({ workspace_id, call_id }: DueCall): CallName {
    return { workspaceId: workspace_id, callId: call_id };
  }

  stop(): void {
    this.cancelFullReadTimer?.();
  }

  async read(offer: (call: DueCall) => Offered, run: ToDoRun): Promise<number | undefined> {
    const now = this.ports.clock.now();
    const next = await this.readDue(instant(now), offer, run);
    // What a read behind a long backlog has left out, a full read finds.
    if (next === undefined) return this.cancelFullReadTimer === undefined ? undefined : FULL_READ_MS;
    return Date.parse(next) - now;
  }

  /**
   * Offers the calls that are due at or before `now`, in their order.
   * @returns the instant of the first later call, if it was read
   */
  async readDue(now: Instant, offer: (call: DueCall) => Offered, run: ToDoRun): Promise<Instant | undefined> {
    let after: readonly IndexValue[] | undefined;
    let pagesInVain = 0;
    // Workspaces with more calls than their queue holds: later calls must not overtake those left out.
    const full = new Set<string>();
    const isFullReadRecent = this.cancelFullReadTimer !== undefined;
    while (!run.stopped) {
      // Every change of the rows is a poll, and mostly nothing is due: the first row tells.
      const limit = after ? PAGE_SIZE : 1;
      const page = { index: 'timers', prefix: [1], ...(after && { after }), limit };
      const calls = await this.ports.readModel.page(CALLS, page);
      const due = calls.filter(({ due_at }) => due_at <= now);
      const queued = offerInOrder(due, offer, full);
      if (due.length < calls.length) return calls[due.length]!.due_at;
      const last = calls.length === limit ? calls.at(-1) : undefined;
      if (!last) return undefined;
      pagesInVain = queued === 0 && full.size > 0 ? pagesInVain + 1 : 0;
      // Each full queue causes another read of the list once it is empty.
      if (pagesInVain >= MAX_PAGES_IN_VAIN && isFullReadRecent) return undefined;
      if (pagesInVain >= MAX_PAGES_IN_VAIN && !run.stopped) this.startFullReadTimer();
      after = [last.due_at, last.workspace_id, last.number];
    }
    return undefined;
  }

  async work(call: DueCall, run: ToDoRun): Promise<undefined> {
    const { workspace_id: workspaceId, call_id, event_id, correlation_id, revision } = call;
    const { bus, traceAt } = this.ports;
    const actor = { kind: 'system', id: 'call_timers' } as const;
    const context = { workspaceId, actor, correlationId: correlation_id, causationId: event_id };
    const traced = await inTraceAt(traceAt, context, revision);
    const result = await bus.execute(new ExpireCall(traced, call_id));
    // Until the rows show it, the next poll would find the call again.
    await run.whenProjected(workspaceId, result);
  }

  private startFullReadTimer(): void {
    this.cancelFullReadTimer ??= this.ports.timers.set(FULL_READ_MS, () => (this.cancelFullReadTimer = undefined));
  }
}

/** @returns how many of the calls were queued */
function offerInOrder(calls: readonly CallRow[], offer: (call: DueCall) => Offered, full: Set<string>): number {
  let queued = 0;
  for (const call of calls) {
    if (full.has(call.workspace_id)) continue;
    const offered = offer(call);
    if (offered === 'full') full.add(call.workspace_id);
    if (offered === 'queued') queued += 1;
  }
  return queued;
}
