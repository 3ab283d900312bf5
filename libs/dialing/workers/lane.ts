import type { Timers } from '#kernel';
import { isOthersTrouble } from '#workspace-head';
import type { CallRow } from '../domain/index.js';

/** A call whose time is over. */
export type DueCall = Pick<CallRow, 'workspace_id' | 'call_id' | 'event_id' | 'correlation_id'>;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** Tries after which a call is parked (consistency.md, Workers). */
const MAX_FAILURES = 10;

export interface LanePorts {
  readonly timers: Timers;
  /** Does what is due to a call; its effects can be read then. */
  expire(call: DueCall): Promise<void>;
  /** It is time for the next try: `run` again. */
  again(): void;
  /** Told of a call that could not be done in {@link MAX_FAILURES} tries. */
  park(call: DueCall, reason: string): void;
}

/** The due calls of one workspace, one after the other in their order: the trouble of one workspace holds back no other. */
export class Lane {
  private readonly queue: DueCall[] = [];
  private attempt: Promise<Error | undefined> | undefined;
  private callOff: (() => void) | undefined;
  private failures = 0;
  /** Delay before the next try after trouble. */
  private retryMs = FIRST_RETRY_MS;
  private stopped = false;

  constructor(private readonly ports: LanePorts) {}

  get length(): number {
    return this.queue.length;
  }

  /** Waits for its next try. */
  get waits(): boolean {
    return this.callOff !== undefined;
  }

  /** A call that is due, behind those that are; nothing if it is among them. */
  add(call: DueCall): void {
    if (!this.queue.some(({ call_id }) => call_id === call.call_id)) this.queue.push(call);
  }

  /** Goes through the calls now. Resolves when none is left, or with the trouble of one that is to be tried again later. Never rejects. */
  run(): Promise<Error | undefined> {
    this.callOff?.();
    this.callOff = undefined;
    return (this.attempt ??= this.drain().finally(() => (this.attempt = undefined)));
  }

  /** Takes no further call; resolves when the one under way is answered. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOff?.();
    await this.attempt;
  }

  private async drain(): Promise<Error | undefined> {
    for (let call = this.queue[0]; call && !this.stopped; call = this.queue[0]) {
      try {
        await this.ports.expire(call);
      } catch (error) {
        const trouble = error instanceof Error ? error : new Error(String(error));
        if (!isOthersTrouble(trouble)) this.failures += 1;
        if (this.failures < MAX_FAILURES) {
          this.retryLater();
          return trouble;
        }
        this.ports.park(call, trouble.message);
      }
      this.queue.shift();
      [this.failures, this.retryMs] = [0, FIRST_RETRY_MS];
    }
    return undefined;
  }

  private retryLater(): void {
    if (this.stopped) return;
    this.callOff = this.ports.timers.set(this.retryMs, () => this.ports.again());
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }
}
