import type { Collection, DocumentKey, Position, Row } from '#kernel';
import type {
  Commit,
  GuardedWrite,
  ReadModel,
  ReadModelCacheWriter,
  ReadModelWriter,
  RowWrite,
} from '../read-model.js';

/** A document of this suite. */
export interface Thing extends Row {
  readonly workspace_id: string;
  readonly thing_id: string;
  readonly name: string;
  readonly rank: number;
  readonly live: 0 | 1;
  readonly extra?: unknown;
}

/** Documents with a key of two fields, like every collection of a workspace. */
export const THINGS: Collection<Thing> = {
  name: 'things',
  key: ['workspace_id', 'thing_id'],
  ids: ['workspace_id', 'thing_id'],
  indexes: [
    { name: 'by_rank', fields: ['workspace_id', 'live', 'rank'] },
    { name: 'by_name', fields: ['workspace_id', 'name'] },
    { name: 'by_revision', fields: ['workspace_id', 'revision'] },
    { name: 'names', fields: ['workspace_id', 'thing_id', 'name'] },
    { name: 'ranks', fields: ['workspace_id', 'thing_id', 'rank'] },
    { name: 'by_unique_rank', fields: ['workspace_id', 'live', 'rank', 'name'], unique: true },
    { name: 'by_filled_name', fields: ['workspace_id', 'live', 'name', 'rank'], filled: 'name' },
  ],
  tallies: [
    {
      ...{ name: 'live', fields: ['workspace_id', 'rank'], only: { field: 'live', values: [1] } },
      ...{ step: 10, index: 'by_rank' },
    },
    { name: 'named', fields: ['workspace_id', 'name', 'rank'], only: { field: 'live', values: [0, 1] }, step: 1 },
    { name: 'all', fields: ['workspace_id', 'rank'], only: { field: 'live', values: [0, 1] }, step: 10 },
  ],
};

/** A document that no event feeds. */
export interface Stamp extends Row {
  readonly stamp_id: string;
  readonly live: 1;
  readonly at: string;
}

/** Documents with a key of one field, written beside the log. */
export const STAMPS: Collection<Stamp> = {
  name: 'stamps',
  key: ['stamp_id'],
  indexes: [{ name: 'by_age', fields: ['live', 'at'] }],
};

/** Documents whose fields are index values. */
export interface Note extends Row {
  readonly workspace_id: string;
  readonly note_id: string;
  /** A UUID, or ''. */
  readonly owner_id: string;
  /** A SHA-256, or ''. */
  readonly digest: string;
  readonly live: 0 | 1;
  readonly rank: number;
  readonly text: string;
}

/** Documents with ids. */
export const NOTES: Collection<Note> = {
  name: 'notes',
  key: ['workspace_id', 'note_id'],
  ids: ['workspace_id', 'note_id', 'owner_id', 'digest'],
  indexes: [
    { name: 'by_owner', fields: ['workspace_id', 'owner_id', 'live', 'rank'] },
    { name: 'digests', fields: ['workspace_id', 'note_id', 'digest'] },
  ],
  tallies: [
    {
      ...{ name: 'owned', fields: ['workspace_id', 'owner_id', 'rank'], only: { field: 'live', values: [1] } },
      ...{ step: 10, index: 'by_owner' },
    },
  ],
};

/** The same, flat. */
export const FLAT_NOTES: Collection<Note> = { ...NOTES, name: 'flat_notes', flat: ['text'] };

/**
 * The collections that an adapter's tests open the storage with: THINGS is written by a follower and has the cached
 * field `rank`, STAMPS is written by `put`.
 */
export const CONTRACT_COLLECTIONS = {
  projected: [THINGS, NOTES, FLAT_NOTES],
  cachedFields: ['rank'],
  others: [STAMPS],
} as const;

/** Connections to one storage. */
export interface OpenReadModel {
  readonly model: ReadModel;
  readonly writer: ReadModelWriter;
  readonly cacheWriter: ReadModelCacheWriter;
  close(): Promise<void>;
}

/** One empty storage. */
export interface ReadModelHarness {
  /** Connects to the storage, which keeps what earlier connections wrote. */
  open(): Promise<OpenReadModel>;
  /** Removes the storage after all connections were closed. */
  destroy(): Promise<void>;
}

/** A thing, by default of workspace `w`. */
export function thing(thing_id: string, revision: number, fields: Partial<Thing> = {}): Thing {
  return { workspace_id: 'w', thing_id, name: `name of ${thing_id}`, rank: 0, live: 1, ...fields, revision };
}

/** The write of a thing, with its follower's hints about the stored thing. */
export function write(document: Thing, isNew = true, before?: Thing): GuardedWrite {
  const erases = Boolean(before?.name) && document.name === '';
  return { collection: THINGS, key: keyOf(document), document, isNew, before, erases };
}

/** The key of a thing. */
export function keyOf({ workspace_id, thing_id }: Pick<Thing, 'workspace_id' | 'thing_id'>): DocumentKey {
  return [workspace_id, thing_id];
}

/** The write of a stamp. */
export function stamp(stamp_id: string, at: string, revision = 0): RowWrite {
  const document: Stamp = { stamp_id, live: 1, at, revision };
  return { collection: STAMPS, key: [stamp_id], document };
}

/** A position in an imagined log. */
export function position(number: number): Position {
  return String(number).padStart(6, '0') as Position;
}

/** A follower's commit from one position to the next, by default the first one. */
export function batch(
  things: readonly Thing[],
  fields: Partial<Pick<Commit, 'projectedRevisions' | 'from' | 'to'>> = {},
): Commit {
  const { projectedRevisions = new Map(), from, to = position(1) } = fields;
  return { writes: things.map((document) => write(document)), projectedRevisions, follower: 'f', from, to };
}
