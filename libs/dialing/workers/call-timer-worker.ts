import { type Clock, type IndexValue, instant, type Instant, type Timers } from '#kernel';
import type { Progress, ReadModel } from '#read-model';
import { isGone, PollLoop, SerialQueue } from '#workers';
import { type CommandDecider } from '#workspace-head';
import { type CallRow, CALLS, expireCall } from '../domain/index.js';

/** A call whose time is over. */
type DueCall = Pick<CallRow, 'workspace_id' | 'call_id' | 'event_id' | 'correlation_id'>;

export interface CallTimerPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly decider: Pick<CommandDecider, 'execute'>;
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  /** What leases and wrap-up times are held against: the test clock may stand in for it. */
  readonly clock: Clock;
  /** Real time, for what is to be looked at again. */
  readonly timers: Timers;
}

/** A call that was given up on, for health and the operator. */
export interface ParkedCall {
  readonly workspaceId: string;
  readonly callId: string;
  /** What was wrong the last time. */
  readonly reason: string;
}

/** Calls of one workspace that are held at once; the others are found again. */
const PAGE = 100;
/** So many pages in a row without a call that finds a place: what follows is most likely more of the same. */
const PAGES_IN_VAIN = 2;
/** The whole list is gone through so often all the same: behind the backlog of one workspace there may be calls of others. */
const SWEEP_MS = 5_000;

interface GivenUp {
  /** What made it due. What another event makes due is tried anew. */
  readonly eventId: string;
  /** Undefined: not for the operator, since the workspace is deleted. */
  readonly parked: ParkedCall | undefined;
}

/**
 * Ends calls whose lease is over and completes those whose wrap-up time is (scheduling.md, A call's life; consistency.md, Workers): one
 * command each, those of a workspace in the order of their instants, then of their dispatch. What is done stands in the log, so a process
 * that is killed repeats nothing. One timer, for the next of these instants, wakes it.
 */
export class CallTimerWorker {
  private readonly queues = new Map<string, SerialQueue<DueCall>>();
  private readonly givenUp = new Map<string, GivenUp>();
  /** Present while it is a moment ago that the whole of a long list was gone through: calls off that it is forgotten. */
  private cancelSweepTimer: (() => void) | undefined;
  private readonly pollLoop: PollLoop;

  constructor(private readonly ports: CallTimerPorts) {
    this.pollLoop = new PollLoop({ progress: ports.progress, timers: ports.timers, poll: () => this.poll() });
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.pollLoop.start();
  }

  /** The rows have moved: an earlier instant may be among them. */
  wake(): void {
    this.pollLoop.wake();
  }

  /**
   * Does everything that is due at or before `now`, by the clock that says so already; resolves when its effects can be read. Calls that
   * were given up on are left out.
   * @throws what is wrong with a call that is tried again later
   */
  async settle(now: Instant): Promise<void> {
    while (!this.pollLoop.stopped) {
      await this.collect(now);
      if (this.queues.size === 0) return;
      const troubles = await Promise.all([...this.queues].map(([workspaceId, queue]) => this.run(workspaceId, queue)));
      const trouble = troubles.find((each) => each !== undefined);
      if (trouble !== undefined) throw trouble;
    }
  }

  /** Calls given up on after ten tries; tried again by the next process. */
  parked(): readonly ParkedCall[] {
    return [...this.givenUp.values()].flatMap(({ parked }) => parked ?? []);
  }

  /** Takes no further call; resolves when those under way are answered. */
  async stop(): Promise<void> {
    this.pollLoop.halt();
    this.cancelSweepTimer?.();
    await Promise.all([...this.queues.values()].map((queue) => queue.stop()));
    await this.pollLoop.idle();
  }

  /** Begins with what is due; answers in how many milliseconds the next call is. */
  private async poll(): Promise<number | undefined> {
    const now = this.ports.clock.now();
    const next = await this.collect(instant(now));
    for (const [workspaceId, queue] of this.queues)
      if (!queue.awaitsRetry) this.pollLoop.track(this.run(workspaceId, queue));
    return next === undefined ? undefined : Date.parse(next) - now;
  }

  /** Puts what is due into the lanes, in its order; answers the instant of the first call that is not, if it came to that. */
  private async collect(now: Instant): Promise<Instant | undefined> {
    let after: readonly IndexValue[] | undefined;
    let inVain = 0;
    const full = new Set<string>();
    const sweptLately = this.cancelSweepTimer !== undefined;
    while (!this.pollLoop.stopped) {
      // Mostly nothing is due, and each time the rows have moved is a look: the first row says so.
      const limit = after ? PAGE : 1;
      const page = { index: 'timers', prefix: [1], ...(after && { after }), limit };
      const calls = await this.ports.readModel.page(CALLS, page);
      const due = calls.filter(({ due_at }) => due_at <= now);
      const placed = due.filter((call) => this.put(call, full)).length;
      if (due.length < calls.length) return calls[due.length]!.due_at;
      const last = calls.length === limit ? calls.at(-1) : undefined;
      if (!last) return undefined;
      inVain = placed === 0 && full.size > 0 ? inVain + 1 : 0;
      // Each of those lanes looks again once it is empty.
      if (inVain >= PAGES_IN_VAIN && sweptLately) return undefined;
      if (inVain >= PAGES_IN_VAIN) this.sweeps();
      after = [last.due_at, last.workspace_id, last.number];
    }
    return undefined;
  }

  /** The whole of a long list is gone through now. */
  private sweeps(): void {
    if (this.pollLoop.stopped) return;
    this.cancelSweepTimer ??= this.ports.timers.set(SWEEP_MS, () => (this.cancelSweepTimer = undefined));
  }

  /**
   * @param full workspaces that this walk has met more of than a queue holds: what comes behind must not overtake that
   * @returns whether it found a place
   */
  private put(call: CallRow, full: Set<string>): boolean {
    const { workspace_id } = call;
    if (full.has(workspace_id) || this.isGivenUp(call)) return false;
    let queue = this.queues.get(workspace_id);
    if (!queue) this.queues.set(workspace_id, (queue = this.queueOf(workspace_id)));
    if (queue.length < PAGE) return queue.add(call);
    if (!queue.has(call)) full.add(workspace_id);
    return false;
  }

  private isGivenUp(call: CallRow): boolean {
    const name = keyOf(call);
    if (this.givenUp.get(name)?.eventId === call.event_id) return true;
    // Somebody has ended it or given it a new lease: that is another thing to do.
    this.givenUp.delete(name);
    return false;
  }

  private queueOf(workspaceId: string): SerialQueue<DueCall> {
    const queue: SerialQueue<DueCall> = new SerialQueue({
      timers: this.ports.timers,
      keyOf,
      work: (call) =>
        this.expire(call).catch((error: unknown) => {
          if (!isGone(error)) throw error;
          this.givenUp.set(keyOf(call), { eventId: call.event_id, parked: undefined });
        }),
      onRetry: () => this.pollLoop.track(this.run(workspaceId, queue)),
      park: (call, reason) => {
        const parked = { workspaceId, callId: call.call_id, reason };
        this.givenUp.set(keyOf(call), { eventId: call.event_id, parked });
      },
    });
    return queue;
  }

  private async run(workspaceId: string, queue: SerialQueue<DueCall>): Promise<Error | undefined> {
    const trouble = await queue.run();
    if (queue.length > 0) return trouble;
    // Two may have waited for the same attempt, and the second must not take away what a look has begun meanwhile.
    if (this.queues.get(workspaceId) === queue) this.queues.delete(workspaceId);
    // There may be more than a queue holds.
    this.wake();
    return trouble;
  }

  private async expire({ workspace_id: workspaceId, call_id, event_id, correlation_id }: DueCall): Promise<void> {
    const result = await this.ports.decider.execute({
      workspaceId,
      actor: { kind: 'system', id: 'call_timers' },
      correlationId: correlation_id,
      causationId: event_id,
      decide: expireCall(call_id),
    });
    // Until the rows show it, the next look would find it again.
    await this.pollLoop.whenProjected(workspaceId, result);
  }
}

function keyOf({ workspace_id, call_id }: DueCall): string {
  return `${workspace_id}|${call_id}`;
}
