import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { messageOf } from '#kernel';
import { StoreOpenError } from '../event-store.js';
import { CommitAnnouncer } from './commit-signal.js';
import { openForWriting } from './event-file.js';
import type { AppendsMessage, FromWriter, ToWriter, WriterData } from './protocol.js';
import { type Connection, sqliteCode } from './store-file.js';
import { Writer } from './writer.js';

/** Appends after which a group takes no further message: its first append must not wait too long for the last. */
const APPENDS_A_GROUP = 2_000;

const port = parentPort!;
const { file, maxPageCount } = workerData as WriterData;

const tell = (message: FromWriter): void => port.postMessage(message);

function start(): void {
  let db: Connection;
  try {
    db = openForWriting(file);
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error;
    tell({ kind: 'not_open', sentence: error.message });
    port.close();
    return;
  }
  if (maxPageCount !== undefined) db.pragma(`max_page_count = ${maxPageCount}`);
  const writer = new Writer(db);
  const announcer = new CommitAnnouncer(file);
  port.on('message', (message: ToWriter) => {
    let next: ToWriter | undefined = message;
    while (next) next = handle(next, db, writer, announcer);
  });
  tell({ kind: 'open' });
}

/** Handles a message. @returns the message after it if that was taken from the port already */
function handle(message: ToWriter, db: Connection, writer: Writer, announcer: CommitAnnouncer): ToWriter | undefined {
  switch (message.kind) {
    case 'appends': {
      const { group, next } = gather(message);
      commit(group, writer, announcer);
      return next;
    }
    case 'limit_pages':
      db.pragma(`max_page_count = ${message.maxPageCount}`);
      tell({ kind: 'pages_limited' });
      return undefined;
    case 'close':
      announcer.close();
      db.close();
      port.close();
      return undefined;
  }
}

/**
 * All waiting appends share one transaction and one fsync: those of the first message and of all that have arrived
 * since.
 */
function gather(first: AppendsMessage): { group: AppendsMessage[]; next: ToWriter | undefined } {
  const group = [first];
  for (let appends = first.counts.length; appends < APPENDS_A_GROUP;) {
    const next = (receiveMessageOnPort(port) as { message: ToWriter } | undefined)?.message;
    if (next?.kind !== 'appends') return { group, next };
    group.push(next);
    appends += next.counts.length;
  }
  return { group, next: undefined };
}

function commit(group: AppendsMessage[], writer: Writer, announcer: CommitAnnouncer): void {
  let results: number[];
  try {
    results = writer.commit(group);
  } catch (error) {
    // An error that is not SQLite's is a bug: it ends the worker, and the store becomes unavailable.
    if (sqliteCode(error) === undefined) throw error;
    const appends = group.reduce((sum, { counts }) => sum + counts.length, 0);
    tell({ kind: 'failed', appends, sentence: messageOf(error) });
    return;
  }
  // The answer first: most clients do not wait until a follower has projected the events.
  tell({ kind: 'committed', results });
  announcer.announce();
}

start();
