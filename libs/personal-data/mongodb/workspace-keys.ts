import { type Calls, find, keyQueries, upsert } from '#read-model/mongodb';
import type { Collection } from 'mongodb';
import { newKey, unwrapKey, type WorkspaceKeyWrapping, wrapKey } from '../wrapping.js';
import {
  fromBase64,
  type StoredKey,
  storedWorkspaceKey,
  type StoredWorkspaceKey,
  toBase64,
  type WorkspaceDocument,
} from './documents.js';
import { pagesOf } from './pages.js';

/** Workspaces of one page. */
const PAGE = 1_000;

/** A workspace as read at one moment; its keys are unwrapped when they are used first. */
export class OpenWorkspace {
  private readonly opened = new Map<number, Buffer>();

  constructor(
    private readonly document: WorkspaceDocument,
    private readonly wrapping: WorkspaceKeyWrapping,
  ) {}

  get id(): string {
    return this.document._id;
  }

  get shredded(): boolean {
    return this.document.shredded;
  }

  /** The newest generation. */
  get generation(): number {
    return this.document.generation;
  }

  /** Generations whose keys are to be destroyed when everything is wrapped under the newest one. */
  get formerGenerations(): number[] {
    return this.document.keys.map(({ generation }) => generation).filter((each) => each !== this.generation);
  }

  /** Whether its newest key can be unwrapped; undefined: it has none any more. */
  get isOpenable(): boolean | undefined {
    const newest = this.stored(this.generation);
    return newest && this.wrapping.canUnwrap(bytesOf(newest));
  }

  /** Whether its newest key is wrapped under the first key of SECRETS_KEY. */
  get isUnderFirstSecret(): boolean {
    const newest = this.stored(this.generation);
    return newest !== undefined && this.wrapping.isNewest(bytesOf(newest));
  }

  /** Whether the workspace key of a generation is not destroyed. */
  has(generation: number): boolean {
    return this.stored(generation) !== undefined;
  }

  /** Wraps a key under the newest generation. @throws PersonalKeysError */
  wrap(id: string, key: Uint8Array): StoredKey {
    const { generation } = this;
    return { id, generation, wrapped: toBase64(wrapKey(id, key, this.key(generation))) };
  }

  /** Unwraps a key whose generation it has. @throws PersonalKeysError */
  unwrap({ id, generation, wrapped }: StoredKey): Buffer {
    return unwrapKey(id, fromBase64(wrapped), this.key(generation));
  }

  /** @throws PersonalKeysError SECRETS_KEY lacks the key that one of its keys is wrapped under */
  unwrapAll(): void {
    for (const { generation } of this.document.keys) this.key(generation);
  }

  private key(generation: number): Buffer {
    let key = this.opened.get(generation);
    if (!key) {
      key = this.wrapping.unwrap(this.id, bytesOf(this.stored(generation)!));
      this.opened.set(generation, key);
    }
    return key;
  }

  private stored(generation: number): StoredWorkspaceKey | undefined {
    return this.document.keys.find((each) => each.generation === generation);
  }
}

/** The keys of workspaces: every change is one conditional write of one document. */
export class MongoWorkspaceKeys {
  constructor(
    private readonly calls: Calls,
    private readonly documents: Collection<WorkspaceDocument>,
    private readonly wrapping: WorkspaceKeyWrapping,
  ) {}

  /** The workspaces that have a document, by their ids. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, OpenWorkspace>> {
    const queries = keyQueries(ids);
    const found = await this.calls.read(() => Promise.all(queries.map((query) => find(this.documents, query))));
    return new Map(found.flat().map((document) => [document._id, new OpenWorkspace(document, this.wrapping)]));
  }

  /** Counts the workspaces whose newest keys SECRETS_KEY opens, and those whose it does not. */
  async count(): Promise<{ readonly opened: number; readonly unopened: number }> {
    const counts = { opened: 0, unopened: 0 };
    for await (const page of pagesOf(this.calls, this.documents, PAGE)) {
      for (const document of page) {
        const { isOpenable } = new OpenWorkspace(document, this.wrapping);
        if (isOpenable !== undefined) counts[isOpenable ? 'opened' : 'unopened'] += 1;
      }
    }
    return counts;
  }

  /** The workspace; it gets a key if it never had one. */
  async ensure(id: string): Promise<OpenWorkspace> {
    for (;;) {
      const found = (await this.find([id])).get(id);
      if (found) return found;
      const keys = [this.newStored(id, 1)];
      const update = { $setOnInsert: { generation: 1, keys, shredded: false } };
      await upsert(this.calls, this.documents, [{ updateOne: { filter: { _id: id }, update, upsert: true } }]);
    }
  }

  /** Gives a workspace one more key, the newest, unless another process was faster. */
  async addKey({ id, generation }: OpenWorkspace): Promise<void> {
    const next = generation + 1;
    const update = { $push: { keys: this.newStored(id, next) }, $set: { generation: next } };
    await this.calls.write(() => this.documents.updateOne({ _id: id, generation, shredded: false }, update));
  }

  /** Destroys all keys of a workspace but its newest, unless that is another one by now. */
  async destroyFormer(workspace: OpenWorkspace): Promise<void> {
    const { id, generation } = workspace;
    const update = { $pull: { keys: { generation: { $lt: generation } } } };
    await this.calls.write(() => this.documents.updateOne({ _id: id, generation, shredded: false }, update));
  }

  /** Destroys all keys of a workspace, which gets none any more. */
  async shred(id: string): Promise<void> {
    const update = { $set: { keys: [], shredded: true }, $setOnInsert: { generation: 0 } };
    await upsert(this.calls, this.documents, [{ updateOne: { filter: { _id: id }, update, upsert: true } }]);
  }

  private newStored(id: string, generation: number): StoredWorkspaceKey {
    return storedWorkspaceKey(generation, this.wrapping.wrap(id, newKey()));
  }
}

function bytesOf({ digest, wrapped }: StoredWorkspaceKey): { readonly digest: Buffer; readonly wrapped: Buffer } {
  return { digest: fromBase64(digest), wrapped: fromBase64(wrapped) };
}
