import type { CallError, ReadCall } from './grpc.js';

// The client's transport takes one message per turn, so a few are queued to keep it busy; what a slow consumer has not
// taken must not accumulate here.
const MESSAGES_IN_LINE = 256;

/** A Read call whose answers are already encoded. */
type EncodedCall = Omit<ReadCall, 'write'> & { write(message: Buffer): boolean };

/** The answering side of a Read call: sends encoded messages as fast as the client takes them. */
export class Outlet {
  #ended = false;
  #full = false;
  readonly #call: EncodedCall;

  /** @param more called when there is capacity again after `send` reported none. */
  constructor(
    call: ReadCall,
    private readonly more: () => void,
    ended: () => void,
  ) {
    this.#call = call as unknown as EncodedCall;
    call.on('drain', () => {
      if (!this.#full || this.#ended) return;
      this.#full = false;
      this.more();
    });
    for (const end of ['cancelled', 'close', 'error'])
      call.on(end, () => {
        this.#ended = true;
        ended();
      });
  }

  get open(): boolean {
    return !this.#ended;
  }

  get full(): boolean {
    return this.#full;
  }

  send(message: Buffer): void {
    if (this.#ended) return;
    this.#full = !this.#call.write(message) && this.#call.writableLength >= MESSAGES_IN_LINE;
  }

  /** Ends the call after the sent messages. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#call.end();
  }

  fail(error: CallError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#call.emit('error', error);
  }
}
