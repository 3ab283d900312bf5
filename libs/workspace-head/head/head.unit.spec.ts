import type { JsonObject, Projection } from '#kernel';
import { recorded } from '#kernel/testing';
import { COMMAND_RECORDED } from '../records.js';
import { Head } from './head.js';
import { ResidentCollections } from './resident-collections.js';
import { TOY_PROJECTIONS } from '../testing/toy.js';

function emptyHead(): Head {
  const projections: readonly Projection[] = TOY_PROJECTIONS;
  const resident = new ResidentCollections(projections.filter((each) => each.resident));
  return new Head('w', new Map(projections.map((each) => [each.collection.name, each])), resident, -1, '');
}

it('an event at which a projection throws can be rolled back completely', () => {
  const head = emptyHead();
  const never = recorded({ type: 'ListRenamed', data: { list_id: 'a', name: 'B' } }, 0, { workspaceId: 'w' });
  expect(() => head.predict(never)).toThrow('a list that never was');
  head.takeBack(-1);
  expect([head.revision, head.retained.size, head.lastOccurredAt]).toEqual([-1, 0, '']);
});

it('retained events are found by their revisions until they leave or are taken back', () => {
  const head = emptyHead();
  const revisions = [0, 1, 2, 3, 4];
  for (const revision of revisions)
    head.predict(recorded({ type: COMMAND_RECORDED, data: {} }, revision, { workspaceId: 'w' }));
  const found = () => [-1, ...revisions, 5].flatMap((revision) => head.retained.at(revision)?.revision ?? []);
  expect(found()).toEqual(revisions);
  head.confirm(3);
  head.rowsReached(1);
  expect(found()).toEqual([2, 3, 4]);
  head.forgetPredictions();
  expect(found()).toEqual([2, 3]);
  head.rowsReached(3);
  expect(found()).toEqual([]);
});

it('the token of the facts changes with each event but records of commands, and when predictions are gone', () => {
  const head = emptyHead();
  const happened = (type: string, data: JsonObject, revision: number) =>
    head.predict(recorded({ type, data }, revision, { workspaceId: 'w' }));
  const tokens = [head.facts];
  happened('ListMade', { list_id: 'a', name: 'A' }, 0);
  tokens.push(head.facts);
  happened(COMMAND_RECORDED, {}, 1);
  head.confirm(1);
  expect(head.facts).toBe(tokens.at(-1));
  happened('ListRenamed', { list_id: 'a', name: 'B' }, 2);
  tokens.push(head.facts);
  head.forgetPredictions();
  tokens.push(head.facts);
  head.forgetPredictions();
  tokens.push(head.facts);
  expect(new Set(tokens).size).toBe(5);
});
