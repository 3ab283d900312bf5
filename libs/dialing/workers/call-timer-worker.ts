import { type Clock, type IndexValue, instant, type Instant, type Timers } from '#kernel';
import type { Progress, ReadModel } from '#read-model';
import type { CommandDecider } from '#workspace-head';
import { type CallRow, CALLS, expireCall } from '../domain/index.js';
import { type DueCall, Lane } from './lane.js';

export interface CallTimerPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly decider: CommandDecider;
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

/** Looks so often at least: the clock may be set, and a lost wake-up must stop nothing. */
const LOOK_EVERY_MS = 5_000;
/** Wake-ups within this time are one: progress is told after every batch of the follower. */
const GATHER_MS = 50;
/** Calls of one workspace that are held at once; the others are found again. */
const PAGE = 100;
const WAIT_FOR_ROWS_MS = 1_000;

/**
 * Ends calls whose lease is over and completes those whose wrap-up time is (scheduling.md, A call's life; consistency.md, Workers): one
 * command each, those of a workspace in the order of their instants, then of their dispatch. What is done stands in the log, so a process
 * that is killed repeats nothing. One timer, for the next of these instants, wakes it.
 */
export class CallTimerWorker {
  private readonly lanes = new Map<string, Lane>();
  private readonly givenUp = new Map<string, ParkedCall>();
  private readonly running = new Set<Promise<unknown>>();
  private callOffLook: (() => void) | undefined;
  private gathering = false;
  private begun = false;
  private stopped = false;

  constructor(private readonly ports: CallTimerPorts) {}

  /** Begins once the rows are a complete copy. */
  start(): void {
    const begin = this.ports.progress.whenReady().then(() => {
      this.begun = true;
      return this.look();
    });
    // Without a complete copy there is nothing to do; readiness tells why.
    this.track(begin.catch(() => undefined));
  }

  /** The rows have moved: an earlier instant may be among them. While they are built anew they show what was done long ago. */
  wake(): void {
    if (this.begun && !this.gathering && !this.stopped) this.lookIn(GATHER_MS, true);
  }

  /**
   * Does everything that is due at or before `now`, by the clock that says so already; resolves when its effects can be read. Calls that
   * were given up on are left out.
   * @throws what is wrong with a call that is tried again later
   */
  async settle(now: Instant): Promise<void> {
    while (!this.stopped) {
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
    this.stopped = true;
    this.callOffLook?.();
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await Promise.all(this.running);
  }

  private lookIn(milliseconds: number, gathering: boolean): void {
    if (this.stopped) return;
    this.callOffLook?.();
    this.gathering = gathering;
    this.callOffLook = this.ports.timers.set(milliseconds, () => this.track(this.look()));
  }

  private async look(): Promise<void> {
    this.gathering = false;
    let wait = LOOK_EVERY_MS;
    try {
      const now = this.ports.clock.now();
      const next = await this.collect(instant(now));
      if (next !== undefined) wait = Math.min(wait, Date.parse(next) - now);
      for (const [workspaceId, lane] of this.lanes) if (!lane.waits) this.track(this.run(workspaceId, lane));
    } catch {
      // The read model is away: the next look tries again, for ever.
    }
    if (!this.gathering) this.lookIn(wait, false);
  }

  /** Puts what is due into the lanes, in its order; answers the instant of the first call that is not. */
  private async collect(now: Instant): Promise<Instant | undefined> {
    let after: readonly IndexValue[] | undefined;
    while (!this.stopped) {
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

  private laneOf(workspaceId: string): Lane {
    const lane: Lane = new Lane({
      timers: this.ports.timers,
      expire: (call) => this.expire(call),
      again: () => this.track(this.run(workspaceId, lane)),
      park: (call, reason) => this.givenUp.set(nameOf(call), { workspaceId, callId: call.call_id, reason }),
    });
    return lane;
  }

  private async run(workspaceId: string, lane: Lane): Promise<Error | undefined> {
    const trouble = await lane.run();
    if (lane.length > 0) return trouble;
    this.lanes.delete(workspaceId);
    // There may be more than a lane holds.
    this.wake();
    return trouble;
  }

  private async expire({ workspace_id: workspaceId, call_id, event_id, correlation_id }: DueCall): Promise<void> {
    const { revision, visible } = await this.ports.decider.execute({
      workspaceId,
      actor: { kind: 'system', id: 'call_timers' },
      correlationId: correlation_id,
      causationId: event_id,
      decide: expireCall(call_id),
    });
    // Until the rows show it, the next look would find it again.
    let rowsAreThere = visible;
    while (!rowsAreThere && !this.stopped) {
      rowsAreThere = await this.ports.progress.whenComplete(workspaceId, revision, WAIT_FOR_ROWS_MS);
    }
  }

  private track(work: Promise<unknown>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }
}

function nameOf({ workspace_id, call_id }: DueCall): string {
  return `${workspace_id}|${call_id}`;
}
