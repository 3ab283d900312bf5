import { type Clock, type IndexValue, instant, type Instant, type Timers } from '#kernel';
import type { Progress, ReadModel } from '#read-model';
import { type CommandDecider, Lookout } from '#workspace-head';
import { type CallRow, CALLS, expireCall } from '../domain/index.js';
import { Lane } from './lane.js';

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

/**
 * Ends calls whose lease is over and completes those whose wrap-up time is (scheduling.md, A call's life; consistency.md, Workers): one
 * command each, those of a workspace in the order of their instants, then of their dispatch. What is done stands in the log, so a process
 * that is killed repeats nothing. One timer, for the next of these instants, wakes it.
 */
export class CallTimerWorker {
  private readonly lanes = new Map<string, Lane<DueCall>>();
  private readonly givenUp = new Map<string, ParkedCall>();
  private readonly lookout: Lookout;

  constructor(private readonly ports: CallTimerPorts) {
    this.lookout = new Lookout({ progress: ports.progress, timers: ports.timers, look: () => this.look() });
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.lookout.start();
  }

  /** The rows have moved: an earlier instant may be among them. */
  wake(): void {
    this.lookout.wake();
  }

  /**
   * Does everything that is due at or before `now`, by the clock that says so already; resolves when its effects can be read. Calls that
   * were given up on are left out.
   * @throws what is wrong with a call that is tried again later
   */
  async settle(now: Instant): Promise<void> {
    while (!this.lookout.stopped) {
      await this.collect(now);
      if (this.lanes.size === 0) return;
      const troubles = await Promise.all([...this.lanes].map(([workspaceId, lane]) => this.run(workspaceId, lane)));
      const trouble = troubles.find((each) => each !== undefined);
      if (trouble !== undefined) throw trouble;
    }
  }

  /** Calls given up on after ten tries; tried again by the next process. */
  parked(): readonly ParkedCall[] {
    return [...this.givenUp.values()];
  }

  /** Takes no further call; resolves when those under way are answered. */
  async stop(): Promise<void> {
    this.lookout.halt();
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await this.lookout.idle();
  }

  /** Begins with what is due; answers in how many milliseconds the next call is. */
  private async look(): Promise<number | undefined> {
    const now = this.ports.clock.now();
    const next = await this.collect(instant(now));
    for (const [workspaceId, lane] of this.lanes) if (!lane.waits) this.lookout.track(this.run(workspaceId, lane));
    return next === undefined ? undefined : Date.parse(next) - now;
  }

  /** Puts what is due into the lanes, in its order; answers the instant of the first call that is not. */
  private async collect(now: Instant): Promise<Instant | undefined> {
    let after: readonly IndexValue[] | undefined;
    while (!this.lookout.stopped) {
      // Mostly nothing is due, and each time the rows have moved is a look: the first row says so.
      const limit = after ? PAGE : 1;
      const calls = await this.ports.readModel.page(CALLS, {
        index: 'timers',
        prefix: [1],
        ...(after && { after }),
        limit,
      });
      for (const call of calls) {
        if (call.due_at > now) return call.due_at;
        this.put(call);
      }
      const last = calls.length === limit ? calls.at(-1) : undefined;
      if (!last) return undefined;
      after = [last.due_at, last.workspace_id, last.number];
    }
    return undefined;
  }

  private put(call: CallRow): void {
    if (this.givenUp.has(nameOf(call))) return;
    const { workspace_id } = call;
    let lane = this.lanes.get(workspace_id);
    if (!lane) this.lanes.set(workspace_id, (lane = this.laneOf(workspace_id)));
    if (lane.length < PAGE) lane.add(call);
  }

  private laneOf(workspaceId: string): Lane<DueCall> {
    const lane: Lane<DueCall> = new Lane({
      timers: this.ports.timers,
      nameOf,
      work: (call) => this.expire(call),
      again: () => this.lookout.track(this.run(workspaceId, lane)),
      park: (call, reason) => this.givenUp.set(nameOf(call), { workspaceId, callId: call.call_id, reason }),
    });
    return lane;
  }

  private async run(workspaceId: string, lane: Lane<DueCall>): Promise<Error | undefined> {
    const trouble = await lane.run();
    if (lane.length > 0) return trouble;
    this.lanes.delete(workspaceId);
    // There may be more than a lane holds.
    this.wake();
    return trouble;
  }

  private async expire({ workspace_id: workspaceId, call_id, event_id, correlation_id }: DueCall): Promise<void> {
    const outcome = await this.ports.decider.execute({
      workspaceId,
      actor: { kind: 'system', id: 'call_timers' },
      correlationId: correlation_id,
      causationId: event_id,
      decide: expireCall(call_id),
    });
    // Until the rows show it, the next look would find it again.
    await this.lookout.untilShown(workspaceId, outcome);
  }
}

function nameOf({ workspace_id, call_id }: DueCall): string {
  return `${workspace_id}|${call_id}`;
}
