import { keyText } from '#kernel';
import type { Collection, Db, MongoClient } from 'mongodb';
import type { WrappedWorkspaceKey } from '../wrapping.js';

/** The index of subjects by the ids of their keys. */
export const BY_KEY_ID = 'by_key_id';
/** The index of subjects by the workspace key that wraps their present key. */
export const BY_GENERATION = 'by_generation';
/** The indexes of subjects that are days and have a present key: of all workspaces, and of one. */
export const BY_DAY = 'by_day';
export const BY_WORKSPACE_AND_DAY = 'by_workspace_and_day';

/** A key of a workspace. Bytes are in base64. */
export interface StoredWorkspaceKey {
  /** Counts the keys of a workspace, from 1. */
  readonly generation: number;
  readonly digest: string;
  readonly wrapped: string;
}

/** A workspace, with one key, or several while its keys are wrapped anew; with none once it was shredded. */
export interface WorkspaceDocument {
  /** The workspace's id. */
  readonly _id: string;
  /** The newest generation: new keys are wrapped under it. */
  readonly generation: number;
  readonly keys: readonly StoredWorkspaceKey[];
  readonly shredded: boolean;
}

/** The present key of a subject. */
export interface StoredKey {
  readonly id: string;
  /** That of the workspace key that wraps it. */
  readonly generation: number;
  /** In base64. */
  readonly wrapped: string;
}

/** A subject that has, or had, keys: one document, so that it changes at once. */
export interface SubjectDocument {
  /** See {@link subjectKey}. */
  readonly _id: string;
  readonly workspace_id: string;
  /** Of all keys that it ever had: those that are not its present key were shredded. */
  readonly ids: readonly string[];
  /** Missing once it was shredded. */
  readonly key?: StoredKey;
  /** Where the subject is a day; missing once its key was shredded, so that the indexes of days stay small. */
  readonly day?: PresentDay;
}

/** A day that has a present key. */
export interface PresentDay {
  readonly subject: string;
  /** The subject behind its workspace: the document's `_id`. */
  readonly in_workspace: string;
}

/** The marks of the whole store. */
export interface MarkDocument {
  readonly _id: string;
  readonly count: number;
}

/** The `_id` of the document of the store itself. */
export const STORE = 'store';

/** The store itself. */
export interface StoreDocument {
  readonly _id: typeof STORE;
  /** 32 hexadecimal digits, random, made with the store. */
  readonly store_id: string;
  /** Whether an id that was never made here counts as shredded. */
  readonly loss_accepted: boolean;
}

/** The collections of the store. */
export class KeyCollections {
  readonly subjects: Collection<SubjectDocument>;
  readonly workspaces: Collection<WorkspaceDocument>;
  readonly marks: Collection<MarkDocument>;
  readonly store: Collection<StoreDocument>;

  constructor(client: MongoClient, database: string) {
    const db: Db = client.db(database);
    this.subjects = db.collection('personal_keys');
    this.workspaces = db.collection('workspace_keys');
    this.marks = db.collection('_marks');
    this.store = db.collection('_store');
  }

  get names(): readonly string[] {
    return [this.subjects, this.workspaces, this.marks, this.store].map(({ collectionName }) => collectionName);
  }

  /** Creates missing indexes; it may be repeated, or run in two processes at once. */
  async create(): Promise<void> {
    await this.subjects.createIndexes([
      { name: BY_KEY_ID, key: { ids: 1 } },
      { name: BY_GENERATION, key: { workspace_id: 1, 'key.generation': 1 } },
      { name: BY_DAY, key: { 'day.subject': 1 }, sparse: true },
      { name: BY_WORKSPACE_AND_DAY, key: { 'day.in_workspace': 1 }, sparse: true },
    ]);
  }
}

/** The `_id` of a subject's document. */
export function subjectKey(workspaceId: string, subject: string): string {
  return keyText([workspaceId, subject]);
}

/** A wrapped workspace key in the form in which it is stored. */
export function storedWorkspaceKey(generation: number, { digest, wrapped }: WrappedWorkspaceKey): StoredWorkspaceKey {
  return { generation, digest: toBase64(digest), wrapped: toBase64(wrapped) };
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

export function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
