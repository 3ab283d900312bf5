import type { Projection } from '#kernel';
import { recorded } from '#kernel/testing';
import { Head } from './head.js';
import { ResidentCollections } from './resident-collections.js';
import { TOY_PROJECTIONS } from '../testing/toy.js';

it('an event at which a projection throws can be rolled back completely', () => {
  const projections: readonly Projection[] = TOY_PROJECTIONS;
  const resident = new ResidentCollections(projections.filter((each) => each.resident));
  const head = new Head('w', new Map(projections.map((each) => [each.collection.name, each])), resident, -1, '');
  const never = recorded({ type: 'ListRenamed', data: { list_id: 'a', name: 'B' } }, 0, { workspaceId: 'w' });
  expect(() => head.predict(never)).toThrow('a list that never was');
  head.takeBack(-1);
  expect([head.revision, head.retained.size, head.lastOccurredAt]).toEqual([-1, 0, '']);
});
