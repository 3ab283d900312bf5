import { keyText } from '#kernel';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { Amendment, GuardedWrite, RowWrite } from '../read-model.js';
import type { Calls } from './calls.js';
import type { CompleteDocument } from './copy-documents.js';
import { inGeneration } from './read-model-copy.js';
import { duplicatesOf } from './errors.js';
import { revisionQueries } from './queries.js';
import { find } from './find.js';
import { type Stored, toStored } from './stored.js';

/**
 * The result of a bulk write: the statements that were refused because a document with their `_id` exists, and the
 * number that matched a document.
 */
export interface BulkResult {
  readonly refused: readonly number[];
  readonly matched: number;
}

/**
 * Leaves each document at the highest revision that any process wrote: a new one is inserted, an existing one is
 * replaced if the stored revision is lower. Never an upsert: one whose filter holds the revision would try to insert a
 * second document with the same `_id`, and be refused, wherever the stored revision is higher.
 */
export async function writeGuarded(
  calls: Calls,
  documents: Collection<Stored>,
  writes: readonly GuardedWrite[],
): Promise<void> {
  const all = writes.map(({ collection, key, document, isNew }) => ({
    stored: toStored(collection, key, document),
    isNew,
  }));
  let inserts: readonly Stored[] = all.filter(({ isNew }) => isNew).map(({ stored }) => stored);
  let replaces: readonly Stored[] = all.filter(({ isNew }) => !isNew).map(({ stored }) => stored);
  while (inserts.length + replaces.length > 0) {
    const statements = [...inserts.map((document) => ({ insertOne: { document } })), ...replaces.map(replaceOlder)];
    const { refused, matched } = await bulk(calls, documents, statements);
    const { missing, older } = matched < replaces.length ? await notWritten(calls, documents, replaces) : NONE;
    // Another owner wrote a document that was taken for new, or an operator dropped one that was taken for existing:
    // the other kind of statement follows.
    replaces = [...refused.map((index) => inserts[index]!), ...older];
    inserts = missing;
  }
}

/** Replaces documents whatever is stored. */
export async function writeBlindly(
  calls: Calls,
  documents: Collection<Stored>,
  writes: readonly RowWrite[],
): Promise<void> {
  const all = writes.map(({ collection, key, document }) => toStored(collection, key, document));
  await upsert(
    calls,
    documents,
    all.map((replacement) => ({ replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } })),
  );
}

/**
 * Changes fields of documents that have not changed since they were read; the conditions are part of the filter.
 * @returns how many had not changed
 */
export async function writeAmendments(
  calls: Calls,
  documents: Collection<Stored>,
  changes: readonly Amendment[],
): Promise<number> {
  const statements = changes.map((change) => {
    const filter = { ...change.ifFields, _id: keyText(change.key), revision: change.revision };
    return { updateOne: { filter, update: { $set: change.set } } };
  });
  return (await bulk(calls, documents, statements)).matched;
}

/** Raises the projected revisions of workspaces in a generation; they never fall. */
export async function writeHighest(
  calls: Calls,
  complete: Collection<CompleteDocument>,
  generation: string,
  revisions: readonly (readonly [workspaceId: string, revision: number])[],
): Promise<void> {
  await upsert(
    calls,
    complete,
    revisions.map(([workspaceId, revision]) => ({
      updateOne: {
        filter: { _id: inGeneration(generation, workspaceId) },
        update: { $max: { revision } },
        upsert: true,
      },
    })),
  );
}

function replaceOlder(replacement: Stored): AnyBulkWriteOperation<Stored> {
  const { _id, revision } = replacement;
  return { replaceOne: { filter: { _id, revision: { $lt: revision } }, replacement } };
}

/** The documents that replaces did not write. */
interface NotWritten {
  /** No document with their `_id` exists. */
  readonly missing: readonly Stored[];
  /**
   * The stored revision is lower: another owner inserted the document between the replace and the read of revisions.
   * Without these, a write is lost.
   */
  readonly older: readonly Stored[];
}

const NONE: NotWritten = { missing: [], older: [] };

async function notWritten(calls: Calls, documents: Collection<Stored>, sought: readonly Stored[]): Promise<NotWritten> {
  const queries = revisionQueries(sought.map(({ _id }) => _id));
  const found = await calls.read(() => Promise.all(queries.map((query) => find(documents, query))));
  const stored = new Map(found.flat().map(({ _id, revision }) => [_id, revision]));
  return {
    missing: sought.filter(({ _id }) => !stored.has(_id)),
    older: sought.filter(({ _id, revision }) => (stored.get(_id) ?? revision) < revision),
  };
}

/**
 * Two upserts of one `_id` at the same moment may both insert; the one that is refused matches the other's document
 * when it is repeated.
 */
export async function upsert<Doc extends object>(
  calls: Calls,
  documents: Collection<Doc>,
  statements: readonly AnyBulkWriteOperation<Doc>[],
): Promise<void> {
  let left = statements;
  while (left.length > 0) {
    const { refused } = await bulk(calls, documents, left);
    left = refused.map((index) => left[index]!);
  }
}

/** Unordered: one refused statement does not keep the rest from being carried out. */
export function bulk<Doc extends object>(
  calls: Calls,
  documents: Collection<Doc>,
  statements: readonly AnyBulkWriteOperation<Doc>[],
): Promise<BulkResult> {
  return calls.write(async () => {
    try {
      const { matchedCount } = await documents.bulkWrite(statements, { ordered: false });
      return { refused: [], matched: matchedCount };
    } catch (error) {
      const refused = duplicatesOf(error);
      if (!refused) throw error;
      return { refused, matched: (error as { readonly matchedCount: number }).matchedCount };
    }
  });
}
