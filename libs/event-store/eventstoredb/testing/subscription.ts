import { PassThrough } from 'node:stream';
import type { LogPosition } from '../position.js';

/** Like the client's subscription: a stream of events that emits the marks between them as soon as it receives them. */
export class Subscription extends PassThrough {
  unsubscribed = 0;

  constructor(private readonly reached: (position: LogPosition) => void) {
    super({ objectMode: true });
  }

  /** @param fields further fields of the event */
  event(commit: number, fields: object = {}): void {
    this.write({ event: { streamId: 'a-1', position: positionAt(commit), commit, ...fields } });
  }

  checkpoint(commit: number): void {
    this.reached({ commit: BigInt(commit), prepare: 0n });
  }

  async unsubscribe(): Promise<void> {
    this.unsubscribed += 1;
  }
}

/** The position of an event in the log. */
export const positionAt = (commit: number): LogPosition => ({ commit: BigInt(commit), prepare: BigInt(commit) });
