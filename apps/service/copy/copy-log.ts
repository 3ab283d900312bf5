import { setImmediate } from 'node:timers/promises';
import {
  type CopiedAppend,
  CopiedAppends,
  LogDigest,
  type StoredEvent,
  WrongExpectedRevisionError,
} from '#event-store';
import { NotTheseKeysError } from '#personal-data';
import { Closers } from '../closers.js';
import type { Variables } from '../environment.js';
import { partOf } from '../past/part-of.js';
import { asPastRefusal, PastRefusal } from '../past/past-refusal.js';
import { addressOf, haveCommonPlace, type LogAddress, parseAddress, placeOf } from './addresses.js';
import { type CopySource, type CopyTarget, type LogToCopy, openSource, openTarget } from './stores.js';

export interface CopyLogOptions {
  /** The environment of the service whose log is copied, unless `from` names another one. */
  readonly environment: Variables;
  /** URLs as in EVENTSTORE_URL and PERSONAL_KEYS_URL. */
  readonly from: string | undefined;
  readonly fromKeys: string | undefined;
  readonly to: string;
  readonly toKeys: string | undefined;
  readonly signal: AbortSignal;
  /** Called now and then: the part that is done, from 0 to 1 (undefined: not known), and of what. */
  readonly progress: (part: number | undefined, text: string) => void;
}

/** A log that is there twice. */
export interface CopiedLog {
  /** Of the whole log. */
  readonly events: number;
  /** Of them, those that this run has copied; the rest was there before. */
  readonly copied: number;
  /** Keys of personal data that are there, shredded ones included. */
  readonly keys: number;
  /** As `log verify` prints it, of both logs. */
  readonly digest: string;
}

/** Events between two turns of the event loop, in which Ctrl-C is heard. */
const EVENTS_A_TURN = 2_000;

/**
 * Copies a log and the keys of its personal data into another store: events as they stand, in their order, with their
 * ids, revisions, times and links. Events that the copy has already are compared and not copied again: a run continues
 * one that was interrupted, or takes over the events since. In the end the copy is read back and compared.
 * @throws PastRefusal one clear sentence; the signal's reason
 * @see docs/adr/0082-a-log-is-copied-event-by-event.md
 */
export async function copyLog(options: CopyLogOptions): Promise<CopiedLog> {
  const closers = new Closers();
  try {
    const { from, to } = addressesOf(options);
    const opened = (close: () => Promise<void>): void => closers.add(close);
    const source = await openSource(from, opened, options.signal);
    const target = await openTarget(to, opened);
    return await new Copying(source, target, placeOf(to), options).run();
  } catch (error) {
    if (error instanceof NotTheseKeysError) throw new PastRefusal('not_understood', error.message);
    throw asPastRefusal(error);
  } finally {
    await closers.close();
  }
}

/** @throws PastRefusal, ConfigError */
function addressesOf({ environment, from: fromUrl, fromKeys, to: toUrl, toKeys }: CopyLogOptions): {
  readonly from: LogAddress;
  readonly to: LogAddress;
} {
  const to = parseAddress(toUrl, toKeys, { log: '--to (COPY_TO)', keys: '--to-keys (COPY_TO_KEYS)' });
  if (fromUrl === undefined && fromKeys !== undefined) {
    throw new PastRefusal('not_understood', '--from-keys must be left out where --from is.');
  }
  const options = { log: '--from', keys: '--from-keys' };
  const from = fromUrl === undefined ? addressOf(environment) : parseAddress(fromUrl, fromKeys, options);
  if (haveCommonPlace(from, to)) {
    throw new PastRefusal('not_understood', '--to and --to-keys must name other stores than those of the log to copy.');
  }
  return { from, to };
}

/** The events that are copied, in their order. */
type Events = AsyncGenerator<StoredEvent, void, undefined>;

/** One run. */
class Copying {
  /** Of what is copied, as it is read. */
  private readonly digest = new LogDigest();
  /** To be handed over together. */
  private readonly gathered: CopiedAppend[] = [];
  private events = 0;
  private copied = 0;

  constructor(
    private readonly source: CopySource,
    private readonly target: CopyTarget,
    /** Of the target, in sentences. */
    private readonly place: string,
    private readonly options: Pick<CopyLogOptions, 'signal' | 'progress'>,
  ) {}

  async run(): Promise<CopiedLog> {
    const { source } = this;
    // The end of the log comes before its keys: each event up to there has its key among them.
    const events = eventsUpTo(source.log, source.log.end);
    let keys: number;
    try {
      // Before anything is written: another log keeps its keys as well.
      await this.compare(events);
      keys = await this.takeKeys();
      await this.append(events);
    } finally {
      await events.return();
    }
    const digest = this.digest.text;
    await this.readBack(digest);
    return { events: this.events, copied: this.copied, keys, digest };
  }

  private takeKeys(): Promise<number> {
    const { source, target, options } = this;
    options.progress(undefined, 'copying the keys');
    return target.keys.take(source.keys, options.signal);
  }

  /** Passes over what the target holds already. @throws PastRefusal it holds something else */
  private async compare(events: Events): Promise<void> {
    const present = await this.target.present(this.options.signal);
    try {
      for await (const there of present.events()) {
        const event = (await events.next()).value;
        // A log of a server ends early, without an error, where it is interrupted.
        this.options.signal.throwIfAborted();
        if (!event || !isEqual(event, there)) throw this.otherLog(there);
        this.read(event);
        if (this.events % EVENTS_A_TURN === 0) await this.tell(event, 'compared');
      }
      this.options.signal.throwIfAborted();
    } finally {
      await present.close();
    }
  }

  private async append(events: Events): Promise<void> {
    const appends = new CopiedAppends(this.target.limits);
    for await (const event of events) {
      this.read(event);
      this.copied += 1;
      for (const append of appends.add(event)) await this.send(append);
      if (this.copied % EVENTS_A_TURN === 0) await this.tell(event, 'copied');
    }
    this.options.signal.throwIfAborted();
    for (const append of appends.end()) await this.send(append);
    await this.sendGathered();
  }

  private async send(append: CopiedAppend): Promise<void> {
    this.gathered.push(append);
    if (this.gathered.length === this.target.atOnce) await this.sendGathered();
  }

  private async sendGathered(): Promise<void> {
    this.options.signal.throwIfAborted();
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
      throw new PastRefusal('not_understood', `Another process appends to the log in ${this.place}.`);
    }
  }

  /** @throws PastRefusal the copy is not what was read */
  private async readBack(digest: string): Promise<void> {
    const { signal, progress } = this.options;
    const copy = await this.target.present(signal);
    const found = new LogDigest();
    let events = 0;
    try {
      for await (const event of copy.events()) {
        found.add(event);
        events += 1;
        if (events % EVENTS_A_TURN > 0) continue;
        progress(events / this.events, 'of the copy read back');
        await setImmediate();
        signal.throwIfAborted();
      }
    } finally {
      await copy.close();
    }
    signal.throwIfAborted();
    if (events !== this.events || found.text !== digest) {
      throw new PastRefusal('check_failed', `The copy in ${this.place} is not what was read: its digest differs.`);
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

  private async tell({ position }: StoredEvent, what: string): Promise<void> {
    const { signal, progress } = this.options;
    progress(partOf(position, this.source.log.end), `of the log ${what}`);
    await setImmediate();
    signal.throwIfAborted();
  }

  private otherLog({ stream, revision }: StoredEvent): PastRefusal {
    const place = `${stream}@${revision}`;
    return new PastRefusal(
      'not_understood',
      `${this.place} holds another log, or has been used since it was copied: ${place} is not in the log to copy. Name an empty place.`,
    );
  }
}

async function* eventsUpTo(log: LogToCopy, end: string | undefined): Events {
  if (end === undefined) return;
  for await (const event of log.events()) {
    if (event.position > end) return;
    yield event;
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
