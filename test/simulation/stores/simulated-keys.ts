import {
  type FoundKey,
  type KeyStoreState,
  type PersonalKey,
  type PersonalKeys,
  PersonalKeysUnavailableError,
} from '#personal-data';
import { type MemoryKeyStore, MemoryPersonalKeys } from '#personal-data/testing';
import type { Owner } from '../kernel/event-heap.js';
import type { Message, Network } from './network.js';

/** Wraps the keys of personal data. */
export const KEYS_SECRET = Buffer.alloc(32, 9);

/** The store of keys that all processes of a world share, and every key that it ever gave out. */
export interface KeysDatabase {
  readonly store: MemoryKeyStore;
  /** Keys by their ids, those that were shredded since among them: for the judges alone. */
  readonly everGiven: Map<string, Buffer>;
  /** Throws what the shredding of a subject's keys is answered with, where the store does not do it. */
  readonly checkShredding: (subject: string) => void;
}

export interface KeysOptions {
  readonly database: KeysDatabase;
  readonly network: Network;
  readonly owner: Owner;
}

/** One thread's connection to the keys of personal data: each call is one message, as it is to MongoDB at its best. */
export class SimulatedKeys implements PersonalKeys {
  private readonly keys: MemoryPersonalKeys;

  constructor(private readonly options: KeysOptions) {
    this.keys = new MemoryPersonalKeys([KEYS_SECRET], options.database.store);
  }

  ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    return this.ask(`ensure keys of ${subjects.join()}`, async () => {
      const keys = await this.keys.ensure(workspaceId, subjects);
      for (const { id, key } of keys) this.options.database.everGiven.set(id, key);
      return keys;
    });
  }

  get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    return this.ask(`get ${ids.length} keys`, () => this.keys.get(ids));
  }

  keyIds(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.ask(`look for keys of ${subjects.length} subjects`, () => this.keys.keyIds(workspaceId, subjects));
  }

  shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    return this.ask(`shred keys of ${[...keys.keys()].join()}`, async () => {
      for (const subject of keys.keys()) this.options.database.checkShredding(subject);
      await this.keys.shredKeys(workspaceId, keys);
    });
  }

  shredDays(...shredded: Parameters<PersonalKeys['shredDays']>): Promise<number> {
    return this.ask(`shred keys of days of ${shredded[0]}`, () => this.keys.shredDays(...shredded));
  }

  shredWorkspace(workspaceId: string): Promise<void> {
    return this.ask(`shred keys of workspace ${workspaceId}`, () => this.keys.shredWorkspace(workspaceId));
  }

  rewrap(workspaceId: string): Promise<void> {
    return this.ask(`wrap keys of workspace ${workspaceId} anew`, () => this.keys.rewrap(workspaceId));
  }

  isWrappedNewest(workspaceId: string): Promise<boolean> {
    return this.ask(`look how keys of workspace ${workspaceId} are wrapped`, () =>
      this.keys.isWrappedNewest(workspaceId),
    );
  }

  shreddings(): Promise<number> {
    return this.ask('shreddings', () => this.keys.shreddings());
  }

  inspect(): Promise<KeyStoreState> {
    return this.ask('inspect the keys', () => this.keys.inspect());
  }

  acceptLoss(): Promise<void> {
    return this.ask('accept the loss of keys', () => this.keys.acceptLoss());
  }

  close(): Promise<void> {
    return this.keys.close();
  }

  /** The store in memory answers in micro-tasks, which run out before anything else happens in the world. */
  private async ask<Answer>(what: string, effect: () => Promise<Answer>): Promise<Answer> {
    const { network, owner } = this.options;
    const message: Message = { what };
    const unavailable = (): Error => new PersonalKeysUnavailableError('The store of personal keys does not answer.');
    const [settled] = await network.ask(owner, message, () => Promise.allSettled([effect()]), unavailable);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }
}
