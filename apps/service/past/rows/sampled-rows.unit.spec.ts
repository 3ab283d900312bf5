import { tmpdir } from 'node:os';
import type { Collection, Row } from '#kernel';
import { testId } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { WORKSPACES } from '#workspaces/domain';
import { idempotencyProjection } from '#workspace-head';
import { RowComparison, type RowComparisonPorts } from './row-comparison.js';
import type { RowDifference } from './row-difference.js';

interface Card extends Row {
  readonly workspace_id: string;
  readonly card_id: string;
}
const CARDS: Collection<Card> = {
  name: 'cards',
  key: ['workspace_id', 'card_id'],
  indexes: [{ name: 'by_card', fields: ['workspace_id', 'card_id'] }],
};
const [OWN, DELETED] = [testId(1), testId(2)];

async function cards(count: number, revision = 1, workspace_id = OWN): Promise<MemoryReadModel> {
  const model = new MemoryReadModel();
  await put(model, count, revision, workspace_id);
  return model;
}

function put(model: MemoryReadModel, count: number, revision: number, workspace_id = OWN): Promise<void> {
  const documents = Array.from({ length: count }, (_, n): Card => ({ workspace_id, card_id: `card ${n}`, revision }));
  return model.putRows(
    documents.map((document) => ({ collection: CARDS, key: [workspace_id, document.card_id], document })),
  );
}

function comparing(live: MemoryReadModel, sample: number, more: Partial<RowComparisonPorts> = {}) {
  const differences: RowDifference[] = [];
  const found = (difference: RowDifference): void => void differences.push(difference);
  const projections = [{ collection: CARDS }];
  const { signal } = new AbortController();
  const ports = { live, projections, workspaceId: undefined, found, sample, directory: tmpdir(), signal, ...more };
  const comparison = new RowComparison(ports);
  const kinds = () => [...new Set(differences.map(({ kind }) => kind))];
  return { comparison, differences, kinds };
}

const nobody = () => undefined;

it('compares the rows that are asked for, and says that there are more', async () => {
  const { comparison, differences } = comparing(await cards(1_200), 100);
  const counts: number[] = [];
  await comparison.all(await cards(1_200), (rows) => counts.push(rows));
  expect([comparison.equal, comparison.isPartial, differences, counts]).toEqual([100, true, [], [100]]);
});

it('compares all rows where a collection has no more', async () => {
  const { comparison } = comparing(await cards(1_200), 1_200);
  await comparison.all(await cards(1_200), nobody);
  expect([comparison.equal, comparison.isPartial]).toEqual([1_200, false]);
});

it('finds rows that are missing among those of the fold, and rows that no event makes among the live ones', async () => {
  const missing = comparing(await cards(0), 50);
  const full = await cards(1_200);
  await missing.comparison.all(full, nobody);
  expect([missing.differences.length, missing.comparison.moving]).toEqual([0, 50]);
  await missing.comparison.again(full);
  expect([missing.differences.length, missing.kinds()]).toEqual([50, ['missing']]);

  const extra = comparing(await cards(1_200), 50);
  const fresh = await cards(0);
  await extra.comparison.all(fresh, nobody);
  expect([extra.differences.length, extra.comparison.moving]).toEqual([0, 50]);
  await extra.comparison.again(fresh);
  expect([extra.differences.length, extra.kinds(), extra.comparison.moving]).toEqual([50, ['extra'], 0]);
});

it('takes rows from the whole collection, and others each time', async () => {
  const seen = new Set<string>();
  for (let run = 0; run < 20; run += 1) {
    const { comparison, differences } = comparing(await cards(0), 50);
    const fresh = await cards(1_200);
    await comparison.all(fresh, nobody);
    await comparison.again(fresh);
    for (const { key } of differences) seen.add(key[1]!);
  }
  // 1,000 draws of 1,200 rows meet some 680 of them; the first 600 alone would be 600 at most.
  expect(seen.size).toBeGreaterThan(600);
});

it('compares the rows of the sample again that moved', async () => {
  const { comparison, differences } = comparing(await cards(1_200, 9), 50);
  await comparison.all(await cards(1_200, 8), nobody);
  expect([comparison.moving, comparison.equal]).toEqual([50, 0]);
  await comparison.again(await cards(1_200, 9));
  expect([comparison.moving, comparison.equal, differences]).toEqual([0, 50, []]);
});

it('has no rows of deleted workspaces in the sample, which are not compared', async () => {
  const fresh = await cards(10);
  await put(fresh, 1_200, 1, DELETED);
  const gone = { workspace_id: DELETED, live: 0, revision: 2 };
  await fresh.putRows([{ collection: WORKSPACES, key: [DELETED], document: gone }]);
  const { comparison } = comparing(await cards(10), 10);
  await comparison.all(fresh, nobody);
  expect([comparison.equal, comparison.isPartial]).toEqual([10, false]);
});

it('has no records of Idempotency-Keys in the sample that were dropped with their age', async () => {
  const { collection } = idempotencyProjection;
  const records = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const names = [...collection.key, ...collection.indexes.flatMap(({ fields }) => fields)];
      const values = names.map((name) => [name, name === 'workspace_id' ? OWN : `${name} ${n}`]);
      const document = { ...Object.fromEntries(values), revision: 1 } as Row;
      const key = collection.key.map((field) => (document as unknown as Record<string, string>)[field]!);
      return { collection, key, document };
    });
  const [fresh, live] = [new MemoryReadModel(), new MemoryReadModel()];
  await fresh.putRows(records(1_000));
  await live.putRows(records(5));
  const { comparison, differences } = comparing(live, 5, { projections: [idempotencyProjection] });
  await comparison.all(fresh, nobody);
  expect([comparison.equal, comparison.isPartial, differences]).toEqual([5, false, []]);
});

it('ends between two pages once it is interrupted', async () => {
  const { comparison } = comparing(await cards(1_200), 50, { signal: AbortSignal.abort() });
  await expect(comparison.all(await cards(1_200), nobody)).rejects.toThrow('aborted');
});
