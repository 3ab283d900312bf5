import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '#event-store/sqlite';
import { CONTACT_SCHEMAS } from '#contacts/domain';
import { DIALING_SCHEMAS } from '#dialing/domain';
import { type DomainEvent, EventSchemas, type IdempotencyRecord, type NewEvent } from '#kernel';
import { recorded, VirtualTimers } from '#kernel/testing';
import { WEBHOOKS_SCHEMAS } from '#webhooks/domain';
import { PERSONAL_KEYS_SCHEMAS } from '../keys-of-log.js';
import { SealingEventStore } from '../sealing-event-store.js';
import { MemoryKeyStore } from './memory-personal-keys.js';
import { WatchedKeys } from './watched-keys.js';

/** The schemas of every event that has personal data, or is about its keys. */
export const PERSONAL_SCHEMAS = new EventSchemas([
  ...PERSONAL_KEYS_SCHEMAS,
  ...CONTACT_SCHEMAS,
  ...DIALING_SCHEMAS,
  ...WEBHOOKS_SCHEMAS,
]);

let made = 0;

/** An event to be appended, with an id of its own; on the first day unless it says so. */
export function toAppend(event: DomainEvent, about: { at?: string; idempotency?: IdempotencyRecord } = {}): NewEvent {
  const { at, idempotency } = about;
  made += 1;
  const { id, type, data, metadata } = recorded(event, made, at === undefined ? {} : { at });
  const schema_version = PERSONAL_SCHEMAS.version(type);
  return { id, type, data, metadata: { ...metadata, schema_version, ...(idempotency && { idempotency }) } };
}

/** A sealing event store over a log in a file, which tests also read as it is stored. */
export class SealedLog {
  readonly keyStore = new MemoryKeyStore();
  readonly keys = new WatchedKeys(undefined, this.keyStore);
  readonly timers = new VirtualTimers();
  readonly store: SealingEventStore;

  private constructor(
    private readonly directory: string,
    /** The log as it is stored. */
    readonly stored: SqliteEventStore,
  ) {
    this.store = this.openWith(this.keys);
  }

  static async open(): Promise<SealedLog> {
    const directory = await mkdtemp(join(tmpdir(), 'sealed-log-'));
    const { upcast } = PERSONAL_SCHEMAS;
    return new SealedLog(directory, await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast }));
  }

  /** The same log, as a process with other keys has it. */
  openWith(keys: WatchedKeys): SealingEventStore {
    return new SealingEventStore({ store: this.stored, keys, schemas: PERSONAL_SCHEMAS, timers: this.timers });
  }

  /** Every byte of the log's files. */
  async bytes(): Promise<Buffer> {
    const names = await readdir(this.directory);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(this.directory, name)))));
  }

  async dispose(): Promise<void> {
    await this.store.close();
    await rm(this.directory, { recursive: true });
  }
}
