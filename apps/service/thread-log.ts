import { SkippedEvents } from '#event-store';
import { openReader } from '#event-store/sqlite';
import type { Position } from '#kernel';
import { EventOpener, OpenedLog, ReadKeyCache } from '#personal-data';
import { openKeysReader } from '#personal-data/sqlite';
import { realTimers } from '#read-model';
import { SCHEMAS } from './catalogue.js';
import { ofThread, type SecretsKeys } from './secrets-keys.js';

/** The files of a log and its keys, in the start data of a thread. */
export interface ThreadLogData {
  readonly eventsFile: string;
  readonly keysFile: string;
  /** The keys that wrap those of personal data. */
  readonly secrets: SecretsKeys;
}

/** The log of the embedded pair in a thread that folds it, with its personal data open. */
export interface ThreadLog {
  readonly log: OpenedLog;
  readonly skipped: SkippedEvents;
  /** The end of the log now; undefined while it is empty. */
  readonly end: () => Position | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Opens log and keys on connections of the calling thread.
 * @throws StoreOpenError, PersonalKeysOpenError
 */
export function openThreadLog({ eventsFile, keysFile, secrets }: ThreadLogData): ThreadLog {
  const skipped = new SkippedEvents();
  const reader = openReader({ file: eventsFile, upcast: SCHEMAS.upcast, skipped });
  const time = { clock: { now: () => Date.now() }, timers: realTimers };
  const keys = new ReadKeyCache(openKeysReader({ file: keysFile, secrets: ofThread(secrets) }), time);
  const closed = new AbortController();
  const opener = new EventOpener(keys);
  return {
    log: new OpenedLog({ log: reader, opener, timers: realTimers, closed: closed.signal }),
    skipped,
    end: () => reader.end(),
    close: () => {
      closed.abort();
      const closing = keys.close();
      reader.close();
      return closing;
    },
  };
}
