import type { Collection } from 'mongodb';
import { keyOf, thing, THINGS, write } from '../contract/fixtures.js';
import { writeGuarded } from './bulk.js';
import { Calls } from './calls.js';
import { type Stored, toStored } from './stored.js';

const CALLS = new Calls({ succeeded: () => undefined, failed: () => undefined });

interface Statement {
  readonly insertOne?: { readonly document: Stored };
  readonly replaceOne?: {
    readonly filter: { readonly _id: string; readonly revision: { readonly $lt: number } };
    readonly replacement: Stored;
  };
}

/** The part of a collection that guarded writes use. No insert of these tests finds a document with its `_id`. */
class FakeDocuments {
  readonly stored = new Map<string, Stored>();
  /** Called before each read of revisions. */
  beforeLook: () => void = () => undefined;

  async bulkWrite(statements: readonly Statement[]): Promise<{ readonly matchedCount: number }> {
    let matchedCount = 0;
    for (const { insertOne, replaceOne } of statements) {
      if (insertOne) this.stored.set(insertOne.document._id, insertOne.document);
      if (!replaceOne) continue;
      const { filter, replacement } = replaceOne;
      const found = this.stored.get(filter._id);
      if (!found || found.revision >= filter.revision.$lt) continue;
      this.stored.set(filter._id, replacement);
      matchedCount += 1;
    }
    return { matchedCount };
  }

  find({ _id }: { readonly _id: { readonly $in: readonly string[] } }) {
    this.beforeLook();
    const found = _id.$in.flatMap((id) => this.stored.get(id) ?? []);
    return { toArray: async () => found };
  }
}

describe('a guarded write that finds no document to replace', () => {
  let documents: FakeDocuments;

  beforeEach(() => {
    documents = new FakeDocuments();
  });

  const writeAll = (revisions: Readonly<Record<string, number>>) => {
    const writes = Object.entries(revisions).map(([id, revision]) => write(thing(id, revision), false));
    return writeGuarded(CALLS, documents as unknown as Collection<Stored>, writes);
  };

  /** Another owner inserts the same document, once, before the revisions are read. */
  const insertBeforeLook = (id: string, revision: number) => {
    const document = thing(id, revision);
    const stored = toStored(THINGS, keyOf(document), document);
    documents.beforeLook = () => {
      documents.beforeLook = () => undefined;
      documents.stored.set(stored._id, stored);
    };
  };

  const revisions = () =>
    Object.fromEntries([...documents.stored.values()].map(({ thing_id, revision }) => [thing_id, revision]));

  it('wins over a document of a lower revision that was inserted before its query', async () => {
    insertBeforeLook('a', 3);
    await writeAll({ a: 5 });
    expect(revisions()).toEqual({ a: 5 });
  });

  it('keeps a document of a higher revision, and inserts missing ones', async () => {
    insertBeforeLook('a', 9);
    await writeAll({ a: 5, b: 1 });
    expect(revisions()).toEqual({ a: 9, b: 1 });
  });
});
