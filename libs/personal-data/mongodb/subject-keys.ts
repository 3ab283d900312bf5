import { dayKindOf } from '#kernel';
import { bulk, type Calls, chunked, find, keyQueries } from '#read-model/mongodb';
import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb';
import {
  BY_DAY,
  BY_GENERATION,
  BY_KEY_ID,
  BY_WORKSPACE_AND_DAY,
  type StoredKey,
  type SubjectDocument,
  subjectKey,
} from './documents.js';

/** Statements of one bulk write: it must be acknowledged in time. */
const STATEMENTS = 500;

/** What a subject loses with its key. */
export const GONE = { key: '', day: '' } as const;

/** A key under its former workspace key, and the same key under the newest one. */
export interface Replacement {
  readonly of: StoredKey;
  readonly by: StoredKey;
}

/** The keys of subjects: every change is one conditional write of one document. */
export class MongoSubjectKeys {
  constructor(
    private readonly calls: Calls,
    private readonly documents: Collection<SubjectDocument>,
  ) {}

  /** The present keys of these subjects of a workspace; a subject without one is left out. */
  async present(workspaceId: string, subjects: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    const subjectOf = new Map(subjects.map((subject) => [subjectKey(workspaceId, subject), subject]));
    const queries = keyQueries([...subjectOf.keys()]);
    const found = await this.calls.read(() => Promise.all(queries.map((query) => find(this.documents, query))));
    return new Map(found.flat().flatMap(({ _id, key }) => (key ? [[subjectOf.get(_id)!, key] as const] : [])));
  }

  /** The subjects that have, or had, keys of these ids, by id. */
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, SubjectDocument>> {
    const queries = chunked([...new Set(ids)]).map(($in) => ({
      ...{ filter: { ids: { $in } }, hint: BY_KEY_ID, limit: $in.length },
    }));
    const found = await this.calls.read(() => Promise.all(queries.map((query) => find(this.documents, query))));
    return new Map(found.flat().flatMap((document) => document.ids.map((id) => [id, document] as const)));
  }

  /** A page of the subjects of a workspace whose keys are wrapped by these generations. */
  wrappedBy(workspaceId: string, generations: readonly number[]): Promise<SubjectDocument[]> {
    const filter = { workspace_id: workspaceId, 'key.generation': { $in: [...generations] } };
    return this.calls.read(() => find(this.documents, { filter, hint: BY_GENERATION, limit: STATEMENTS }));
  }

  /** Gives keys to subjects that have none. One that another process gave a key keeps that. */
  async give(workspaceId: string, keys: ReadonlyMap<string, StoredKey>): Promise<void> {
    // An existing document with a key does not fit the filter: the server tries to insert another one, and refuses it.
    await this.write(
      [...keys].map(([subject, key]) => ({
        updateOne: {
          filter: { _id: subjectKey(workspaceId, subject), key: { $exists: false } },
          update: {
            $set: { key, workspace_id: workspaceId, ...presentDay(workspaceId, subject) },
            $push: { ids: key.id },
          },
          upsert: true,
        },
      })),
    );
  }

  /** Replaces present keys that are still as they were read. @param replacements by the `_id` of their subjects */
  async replace(replacements: ReadonlyMap<string, Replacement>): Promise<void> {
    await this.write(
      [...replacements].map(([_id, { of, by }]) => ({
        updateOne: { filter: asRead(_id, of), update: { $set: { key: by } } },
      })),
    );
  }

  /**
   * Removes present keys that are still as they were read, and their ids.
   * @param keys by the `_id` of their subjects
   */
  async discard(keys: ReadonlyMap<string, StoredKey>): Promise<void> {
    await this.write(
      [...keys].map(([_id, key]) => ({
        updateOne: { filter: asRead(_id, key), update: { $unset: GONE, $pull: { ids: key.id } } },
      })),
    );
  }

  /** Destroys these keys of subjects, where they are present still. */
  async shredKeys(workspaceId: string, keys: ReadonlyMap<string, string>): Promise<void> {
    await this.write(
      [...keys].map(([subject, id]) => ({
        updateOne: { filter: { _id: subjectKey(workspaceId, subject), 'key.id': id }, update: { $unset: GONE } },
      })),
    );
  }

  /** A page of the subjects that are days and have keys, from `first` up to but not including `end`, by their `_id`. */
  async daysBetween(first: string, end: string, workspaceId: string | undefined): Promise<readonly string[]> {
    const query =
      workspaceId === undefined
        ? { filter: { 'day.subject': { $gte: first, $lt: end } }, hint: BY_DAY }
        : { filter: { 'day.in_workspace': between(workspaceId, first, end) }, hint: BY_WORKSPACE_AND_DAY };
    const found = await this.calls.read(() => find(this.documents, { ...query, limit: STATEMENTS }));
    return found.map(({ _id }) => _id);
  }

  /** Destroys the present keys of subjects, by their `_id`. */
  async destroy(ids: readonly string[]): Promise<void> {
    await this.write(ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $unset: GONE } } })));
  }

  private async write(statements: readonly AnyBulkWriteOperation<SubjectDocument>[]): Promise<void> {
    for (const chunk of chunked(statements, STATEMENTS)) await bulk(this.calls, this.documents, chunk);
  }
}

/** The filter of a subject whose present key has not changed. */
function asRead(_id: string, { id, generation }: StoredKey): Filter<SubjectDocument> {
  return { _id, 'key.id': id, 'key.generation': generation };
}

/** The field of a subject that is a day. */
export function presentDay(workspaceId: string, subject: string): Pick<SubjectDocument, 'day'> {
  return dayKindOf(subject) ? { day: { subject, in_workspace: subjectKey(workspaceId, subject) } } : {};
}

/** The condition of subjects of a workspace from one up to but not including another. */
function between(workspaceId: string, first: string, end: string) {
  return { $gte: subjectKey(workspaceId, first), $lt: subjectKey(workspaceId, end) };
}
