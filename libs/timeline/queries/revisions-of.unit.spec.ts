import fc from 'fast-check';
import { MemoryReadModel, MemoryStorage } from '#read-model/testing';
import { blockOf, BLOCKS_BY_SUBJECT, type SubjectBlockRow, withRevision } from '../domain/index.js';
import { revisionsOf } from './revisions-of.js';

const W = 'w1';

/** Rows of some revisions under each of some types. */
function rowsOf(types: readonly (readonly number[])[]): MemoryReadModel {
  const model = new MemoryReadModel(new MemoryStorage());
  const rows = new Map<string, SubjectBlockRow>();
  for (const [n, revisions] of types.entries()) {
    for (const revision of revisions) {
      const [type, block] = [`T${n}`, blockOf(revision)];
      const events = withRevision(rows.get(`${type} ${block}`)?.events ?? 0, revision);
      const subject = { subject_id: 'c', subject_type: 'contact' };
      rows.set(`${type} ${block}`, { workspace_id: W, block, type, ...subject, events, revision });
    }
  }
  model.writeGuarded(
    [...rows.values()].map((document) => {
      const { subject_id, subject_type, type, block } = document;
      const key = [W, subject_id, subject_type, type, block];
      return { collection: BLOCKS_BY_SUBJECT, key, document, isNew: true };
    }),
  );
  return model;
}

it('revisions are found in their order, each once, from any block on', async () => {
  const revisions = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(fc.array(revisions, { maxLength: 4 }), fc.integer({ min: 0, max: 9_000 }), async (types, from) => {
      const model = rowsOf(types);
      const prefixes = types.map((_, n) => [W, 'c', 'contact', `T${n}`]);
      const found: number[] = [];
      for await (const some of revisionsOf(model, { collection: BLOCKS_BY_SUBJECT, prefixes }, blockOf(from))) {
        found.push(...some);
      }
      const all = [...new Set(types.flat())].filter((revision) => blockOf(revision) >= blockOf(from));
      expect(found).toEqual(all.toSorted((a, b) => a - b));
    }),
    { numRuns: 100 },
  );
});
