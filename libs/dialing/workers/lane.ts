import type { Timers } from '#kernel';
import { Retries } from '#workspace-head';
import type { CallRow } from '../domain/index.js';

/** A call whose time is over. */
export type DueCall = Pick<CallRow, 'workspace_id' | 'call_id' | 'event_id' | 'correlation_id'>;

export interface LanePorts {
  readonly timers: Timers;
  /** Does what is due to a call; its effects can be read then. */
  expire(call: DueCall): Promise<void>;
  /** It is time for the next try: `run` again. */
  again(): void;
  /** Told of a call that could not be done in ten tries. */
  park(call: DueCall, reason: string): void;
}

/** The due calls of one workspace, one after the other in their order: the trouble of one workspace holds back no other. */
export class Lane {
  private readonly queue: DueCall[] = [];
  private attempt: Promise<Error | undefined> | undefined;
  private callOff: (() => void) | undefined;
  /** Of the first call in the queue. */
  private readonly retries = new Retries();
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
        const delay = this.retries.after(trouble);
        if (delay !== undefined) {
          if (!this.stopped) this.callOff = this.ports.timers.set(delay, () => this.ports.again());
          return trouble;
        }
        this.ports.park(call, trouble.message);
      }
      this.queue.shift();
      this.retries.reset();
    }
    return undefined;
  }
}
