import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Connection, sqliteCode, truncateWal } from '#event-store/sqlite';
import { messageOf } from '#kernel';
import { PersonalKeysOpenError } from '../personal-keys.js';
import { WorkspaceKeyWrapping } from '../wrapping.js';
import { openForWriting } from './keys-file.js';
import type { FromWriter, Request, ToWriter, WriterData } from './protocol.js';
import { Writer } from './writer.js';

/** Requests after which a group takes no further one: its first request must not wait too long for the last. */
const REQUESTS_A_GROUP = 200;

const port = parentPort!;
const { file, secrets } = workerData as WriterData;

const tell = (message: FromWriter): void => port.postMessage(message);

function start(): void {
  let db: Connection;
  try {
    db = openForWriting(file);
  } catch (error) {
    if (!(error instanceof PersonalKeysOpenError)) throw error;
    tell({ kind: 'not_open', sentence: error.message });
    port.close();
    return;
  }
  const writer = new Writer(db, new WorkspaceKeyWrapping(secrets));
  port.on('message', (message: ToWriter) => {
    let next: ToWriter | undefined = message;
    while (next) next = handle(next, db, writer);
  });
  tell({ kind: 'open' });
}

/** Handles a message. @returns the message after it if that was taken from the port already */
function handle(message: ToWriter, db: Connection, writer: Writer): ToWriter | undefined {
  if (message.kind === 'close') {
    db.close();
    port.close();
    return undefined;
  }
  const { group, next } = gather(message);
  commit(group, db, writer);
  return next;
}

/** All waiting requests share one transaction and one fsync: the first one, and those that have arrived since. */
function gather(first: Request): { group: Request[]; next: ToWriter | undefined } {
  const group = [first];
  while (group.length < REQUESTS_A_GROUP) {
    const next = (receiveMessageOnPort(port) as { message: ToWriter } | undefined)?.message;
    if (next === undefined || next.kind === 'close') return { group, next };
    group.push(next);
  }
  return { group, next: undefined };
}

function commit(group: readonly Request[], db: Connection, writer: Writer): void {
  const fail = (sentence: string): void => tell({ kind: 'failed', requests: group.length, sentence });
  try {
    const replies = writer.commit(group);
    // Where it fails, the requests are repeated, and this is tried again although nothing is left to be destroyed.
    if (writer.leavesTraces) {
      if (!truncateWal(db)) return fail('destroyed keys stay in its WAL while another connection reads');
      writer.tracesGone();
    }
    tell({ kind: 'committed', replies });
  } catch (error) {
    // An error that is not SQLite's is a bug: it ends the worker, and the store becomes unavailable.
    if (sqliteCode(error) === undefined) throw error;
    fail(messageOf(error));
  }
}

start();
