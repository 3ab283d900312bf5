import type { Readable } from 'node:stream';
import { DomainError } from '#kernel';

/** A body was given up before all of it had arrived: the rest is not read, so its connection closes. */
export class BodyGivenUpError extends DomainError {}

interface Receiving {
  /** Holds the received bytes; at most twice as long as they are. */
  bytes: Buffer;
  /** Number of received bytes. */
  length: number;
  giveUp(): void;
}

const NOTHING = Buffer.alloc(0);

/**
 * Receives request bodies, within a limit in bytes over the whole process: without one, 300 uploads that stall hold 236
 * MB until their time is up. Received bytes are counted; a Content-Length is only an announcement.
 * @see docs/adr/0023-connections-and-bodies-are-bounded.md
 */
export class BodyReceiver {
  /** Bodies under way, oldest first. */
  private readonly receiving = new Set<Receiving>();
  /** Received bytes of the bodies under way. */
  private held = 0;

  /** @param processLimit bytes of all bodies under way together, at least the limit of each */
  constructor(private readonly processLimit: number) {}

  /**
   * Reads one body to its end and passes its bytes to `done`, or a DomainError: `payload_too_large`;
   * `malformed_request` for one that broke off, also before this call; BodyGivenUpError (`unavailable`) for the body
   * that is under way longest when all of them together exceed the limit, since it stalls or is the slowest.
   * @param size `announced`: the Content-Length, if there is one; `limit`: largest number of bytes of this body
   */
  receive(
    payload: Readable,
    { announced, limit }: { readonly announced: number | undefined; readonly limit: number },
    done: (error: Error | null, bytes?: Buffer) => void,
  ): void {
    // The client may disconnect while its key is looked up. A destroyed stream emits nothing any more: the body would
    // be under way for the life of the process, and its request never answered.
    if (payload.destroyed) return done(brokenOff());
    if (announced !== undefined && announced > limit) return done(tooLarge(limit));
    const end = (error: Error | null): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onBrokenOff).off('close', onBrokenOff);
      this.receiving.delete(body);
      this.held -= body.length;
      if (error) done(error);
      else done(null, body.bytes.subarray(0, body.length));
    };
    const onData = (chunk: Buffer): void => {
      if (body.length + chunk.length > limit) return end(tooLarge(limit));
      append(body, chunk);
      this.held += chunk.length;
      while (this.held > this.processLimit) this.oldest().giveUp();
    };
    const onEnd = (): void => end(null);
    const onBrokenOff = (): void => end(brokenOff());
    const body: Receiving = { bytes: NOTHING, length: 0, giveUp: () => end(givenUp()) };
    this.receiving.add(body);
    // `close` follows `end` and `error`, whose listener removes all of them: it counts only where neither came.
    payload.on('data', onData).on('end', onEnd).on('error', onBrokenOff).on('close', onBrokenOff);
  }

  private oldest(): Receiving {
    const [oldest] = this.receiving;
    return oldest!;
  }
}

/**
 * Chunks go into one buffer: each kept as its own object costs some 100 bytes more, a body in chunks of one byte 100
 * times its size.
 */
function append(body: Receiving, chunk: Buffer): void {
  const length = body.length + chunk.length;
  if (body.length === 0) {
    body.bytes = chunk;
  } else {
    if (length > body.bytes.length) {
      const larger = Buffer.allocUnsafe(length * 2);
      body.bytes.copy(larger, 0, 0, body.length);
      body.bytes = larger;
    }
    chunk.copy(body.bytes, body.length);
  }
  body.length = length;
}

function tooLarge(limit: number): DomainError {
  return new DomainError('payload_too_large', `A body holds at most ${limit / 1_048_576} MiB.`);
}

function givenUp(): DomainError {
  return new BodyGivenUpError('unavailable', 'More bodies are under way than the service can hold. Send it again.');
}

function brokenOff(): DomainError {
  return new DomainError('malformed_request', 'The body broke off.');
}
