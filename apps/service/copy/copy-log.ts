import { LogDigest } from '#event-store';
import { NotTheseKeysError } from '#personal-data';
import { Closers } from '../closers.js';
import type { Variables } from '../environment.js';
import { partOf } from '../past/part-of.js';
import { asPastRefusal, PastRefusal } from '../past/past-refusal.js';
import { Appending, type CopiedLog, type CopyingOptions, type Events, EVENTS_A_TURN, turn } from './appending.js';
import { addressOf, haveCommonPlace, type LogAddress, parseAddress, placeOf } from './addresses.js';
import { WorkspaceCopying } from './copy-workspace.js';
import { type CopySource, type CopyTarget, openSource, openTarget } from './stores.js';

export interface CopyLogOptions extends CopyingOptions {
  /** The environment of the service whose log is copied, unless `from` names another one. */
  readonly environment: Variables;
  /** URLs as in EVENTSTORE_URL and PERSONAL_KEYS_URL. */
  readonly from: string | undefined;
  readonly fromKeys: string | undefined;
  readonly to: string;
  readonly toKeys: string | undefined;
  /** Copies this workspace alone, into a log that other workspaces use; undefined: the whole log. */
  readonly workspaceId?: string | undefined;
  /** Called once a workspace is copied as far as it is written, and its pause of writes is waited for. */
  readonly waits?: (() => void) | undefined;
}

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
    const { workspaceId } = options;
    if (workspaceId === undefined) return await new Copying(source, target, placeOf(to), options).run();
    return await new WorkspaceCopying(source, target, placeOf(to), { ...options, workspaceId }).run();
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

/** One run. */
class Copying {
  private readonly appending: Appending;

  constructor(
    private readonly source: CopySource,
    private readonly target: CopyTarget,
    /** Of the target, in sentences. */
    place: string,
    private readonly options: CopyingOptions,
  ) {
    this.appending = new Appending(target, place, options.signal);
  }

  async run(): Promise<CopiedLog> {
    const { appending } = this;
    // The end of the log comes before its keys: each event up to there has its key among them.
    const events = this.toCopy();
    let keys: number;
    try {
      // Before anything is written: another log keeps its keys as well.
      await this.compare(events);
      keys = await this.takeKeys();
      await appending.append(events);
    } finally {
      await events.return();
    }
    const { digestText: digest } = appending;
    await this.readBack(digest);
    return { events: appending.events, copied: appending.copied, keys, digest };
  }

  /** The log, up to the end that it had when it was opened. */
  private async *toCopy(): Events {
    const { log } = this.source;
    if (log.end === undefined) return;
    let read = 0;
    for await (const event of log.events()) {
      if (event.position > log.end) return;
      read += 1;
      if (read % EVENTS_A_TURN === 0) await turn(this.options, partOf(event.position, log.end), 'of the log copied');
      yield event;
    }
  }

  private takeKeys(): Promise<number> {
    const { source, target, options } = this;
    options.progress(undefined, 'copying the keys');
    return target.keys.take(source.keys, options.signal);
  }

  /** @throws PastRefusal the target holds something else */
  private async compare(events: Events): Promise<void> {
    const present = await this.target.present(this.options.signal);
    try {
      await this.appending.compare(present.events(), events);
    } finally {
      await present.close();
    }
  }

  /** @throws PastRefusal the copy is not what was read */
  private async readBack(digest: string): Promise<void> {
    const { signal } = this.options;
    const copy = await this.target.present(signal);
    const found = new LogDigest();
    let events = 0;
    try {
      for await (const event of copy.events()) {
        found.add(event);
        events += 1;
        if (events % EVENTS_A_TURN > 0) continue;
        await turn(this.options, events / this.appending.events, 'of the copy read back');
      }
    } finally {
      await copy.close();
    }
    signal.throwIfAborted();
    if (events !== this.appending.events || found.text !== digest) throw this.appending.differs();
  }
}
