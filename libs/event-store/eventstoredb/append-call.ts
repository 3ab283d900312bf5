import { randomUUID } from 'node:crypto';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendMessage } from './append-message.js';
import type { AppendStream } from './client.js';

interface Waiting {
  readonly resolve: (answer: BatchAppendResp) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One bidirectional call for appends, with those that wait for answers on it. When it ends, for any reason, all of
 * these are rejected, and those of no other call.
 */
export class AppendCall {
  private readonly waiting = new Map<string, Waiting>();
  private failure: Error | undefined;

  constructor(private readonly stream: AppendStream) {
    stream.on('data', (answer) => this.answer(answer));
    stream.on('error', (error) => this.fail(error));
    for (const event of ['end', 'close'] as const) stream.on(event, () => this.fail(new Error('the call has ended')));
  }

  /** Whether it accepts appends. */
  get open(): boolean {
    return this.failure === undefined;
  }

  /** Sends an append; rejected with the error that ended the call if that comes before the answer. */
  send(message: AppendMessage): Promise<BatchAppendResp> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) return reject(this.failure);
      const id = randomUUID();
      this.waiting.set(id, { resolve, reject });
      for (const request of message.requests(id)) this.stream.write(request);
    });
  }

  /** Ends the call: the appends that wait on it are rejected, and the next append uses another call. */
  giveUp(error: Error): void {
    this.fail(error);
    this.stream.cancel();
  }

  private answer(answer: BatchAppendResp): void {
    const id = answer.getCorrelationId()?.getString() ?? '';
    // An answer to an append that was given up, or a second answer: no append waits for it.
    this.waiting.get(id)?.resolve(answer);
    this.waiting.delete(id);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
