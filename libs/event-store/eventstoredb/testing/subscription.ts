import { PassThrough } from 'node:stream';
import type { LogPosition } from '../position.js';

/** As the client's subscription: a stream of events that emits what was said between them as soon as it comes in. */
export class Subscription extends PassThrough {
  unsubscribed = 0;

  constructor(private readonly reached: (position: LogPosition) => void) {
    super({ objectMode: true });
  }

  /** @param fields what else there is to say of the event. */
  event(commit: number, fields: object = {}): void {
    this.write({ event: { streamId: 'a-1', position: place(commit), commit, ...fields } });
  }

  checkpoint(commit: number): void {
    this.reached({ commit: BigInt(commit), prepare: 0n });
  }

  async unsubscribe(): Promise<void> {
    this.unsubscribed += 1;
  }
}

/** Where an event lies in the log. */
export const place = (commit: number): LogPosition => ({ commit: BigInt(commit), prepare: BigInt(commit) });
