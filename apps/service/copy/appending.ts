import { setImmediate } from 'node:timers/promises';
import {
  type CopiedAppend,
  CopiedAppends,
  LogDigest,
  type StoredEvent,
  WrongExpectedRevisionError,
} from '#event-store';
import { PastRefusal } from '../past/past-refusal.js';
import type { CopyTarget } from './stores.js';

/** Events between two turns of the event loop, in which Ctrl-C is heard. */
export const EVENTS_A_TURN = 2_000;

/** The events that are copied, in their order. Their reader tells how far it is, and turns the event loop. */
export type Events = AsyncGenerator<StoredEvent, void, undefined>;

/** A log that is there twice, or a workspace of it. */
export interface CopiedLog {
  /** Of the whole log, or of the workspace. */
  readonly events: number;
  /** Of them, those that this run has copied; the rest was there before. */
  readonly copied: number;
  /** Keys of personal data that are there, shredded ones included. */
  readonly keys: number;
  /** As `log verify` prints it, of both logs; of a workspace, over its events alone. */
  readonly digest: string;
}

export interface CopyingOptions {
  readonly signal: AbortSignal;
  /** Called now and then: the part that is done, from 0 to 1 (undefined: not known), and of what. */
  readonly progress: (part: number | undefined, text: string) => void;
}

/** Tells how far it is, and lets the event loop turn: Ctrl-C is heard. @throws the signal's reason */
export async function turn(
  { signal, progress }: CopyingOptions,
  part: number | undefined,
  text: string,
): Promise<void> {
  progress(part, text);
  await setImmediate();
  signal.throwIfAborted();
}

/** Events that are read from one log and come to be in another one, as they stand and in their order. */
export class Appending {
  /** Of what is copied, as it is read. */
  private readonly digest = new LogDigest();
  /** To be handed over together. */
  private readonly gathered: CopiedAppend[] = [];
  /** Events that were read, and those of them that were appended. */
  events = 0;
  copied = 0;

  constructor(
    private readonly target: Pick<CopyTarget, 'store' | 'limits' | 'atOnce'>,
    /** Of the target, in sentences. */
    private readonly place: string,
    private readonly signal: AbortSignal,
    /** The refusal of a target that holds something else. @param event `stream@revision` of its first one */
    private readonly otherLog: (event: string) => string = (event) =>
      `${place} holds another log, or has been used since it was copied: ${event} is not in the log to copy. Name an empty place.`,
  ) {}

  /** As `log verify` prints it, of the events that were read. */
  get digestText(): string {
    return this.digest.text;
  }

  /**
   * Passes over what the target holds already.
   * @param present the events of the target
   * @throws PastRefusal it holds something else
   */
  async compare(present: Iterable<StoredEvent> | AsyncIterable<StoredEvent>, events: Events): Promise<void> {
    for await (const there of present) {
      const event = (await events.next()).value;
      // A log of a server ends early, without an error, where it is interrupted.
      this.signal.throwIfAborted();
      if (!event || !isEqual(event, there)) {
        throw new PastRefusal('not_understood', this.otherLog(`${there.stream}@${there.revision}`));
      }
      this.read(event);
    }
    this.signal.throwIfAborted();
  }

  /** @throws PastRefusal another process appends to the target */
  async append(events: Events): Promise<void> {
    const appends = new CopiedAppends(this.target.limits);
    for await (const event of events) {
      this.read(event);
      this.copied += 1;
      for (const append of appends.add(event)) await this.send(append);
    }
    this.signal.throwIfAborted();
    for (const append of appends.end()) await this.send(append);
    await this.sendGathered();
  }

  /** The refusal of a target whose digest is another one. */
  differs(): PastRefusal {
    return new PastRefusal('check_failed', `The copy in ${this.place} is not what was read: its digest differs.`);
  }

  private async send(append: CopiedAppend): Promise<void> {
    this.gathered.push(append);
    if (this.gathered.length === this.target.atOnce) await this.sendGathered();
  }

  private async sendGathered(): Promise<void> {
    this.signal.throwIfAborted();
    try {
      await Promise.all(
        this.gathered
          .splice(0)
          .map(({ stream, events, first }) =>
            this.target.store.append(stream, events, first === 0 ? 'no_stream' : first - 1),
          ),
      );
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
      throw new PastRefusal('not_understood', `Another process appends to ${error.stream} in ${this.place}.`);
    }
  }

  private read(event: StoredEvent): void {
    if (event.id === '') {
      const place = `${event.stream}@${event.revision}`;
      throw new PastRefusal('check_failed', `${place} cannot be copied: it is not written in JSON, as events are.`);
    }
    this.digest.add(event);
    this.events += 1;
  }
}

function isEqual(a: StoredEvent, b: StoredEvent): boolean {
  return (
    a.stream === b.stream &&
    a.revision === b.revision &&
    a.id === b.id &&
    a.type === b.type &&
    a.data === b.data &&
    a.metadata === b.metadata
  );
}
