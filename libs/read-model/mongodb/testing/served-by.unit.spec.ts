import { isCovered, whyUnserved } from './served-by.js';

describe('whyUnserved', () => {
  const index = ['workspace_id', 'live', 'rank', 'thing_id'];

  it.each([
    [{ filter: {}, sort: { workspace_id: 1, live: 1, rank: 1, thing_id: 1 } }],
    [{ filter: { workspace_id: 'w', live: 1, rank: { $gt: 2 } }, sort: { rank: 1, thing_id: 1 } }],
    [{ filter: { workspace_id: 'w', live: 1, rank: 2 }, sort: { rank: 1, thing_id: 1 } }],
    [
      {
        filter: {
          $or: [
            { workspace_id: 'w', live: 1 },
            { workspace_id: 'v', live: 0 },
          ],
        },
        sort: { rank: 1, thing_id: 1 },
      },
    ],
    [{ filter: { workspace_id: 'w', live: { $in: [0, 1] } } }],
  ] as const)('takes %j', (query) => {
    expect(whyUnserved(query, index)).toBeUndefined();
  });

  it.each([
    ['a gap', { filter: { workspace_id: 'w', rank: 2 } }],
    ['a field of another index', { filter: { workspace_id: 'w', name: 'n' } }],
    ['two ranges', { filter: { workspace_id: 'w', live: { $gt: 0 }, rank: { $gt: 2 } } }],
    ['a range before an equal value', { filter: { workspace_id: { $gt: 'w' }, live: 1 } }],
    [
      'a stretch in another order than the merge',
      { filter: { $or: [{ workspace_id: 'w', live: 1 }, { workspace_id: 'v' }] }, sort: { rank: 1, thing_id: 1 } },
    ],
    ['an order of its own', { filter: { workspace_id: 'w' }, sort: { rank: 1 } }],
    [
      'an order over several stretches',
      { filter: { workspace_id: { $in: ['v', 'w'] } }, sort: { live: 1, rank: 1, thing_id: 1 } },
    ],
  ] as const)('refuses %s', (_what, query) => {
    expect(whyUnserved(query, index)).toBeDefined();
  });

  it('knows what an index alone answers', () => {
    const filter = { workspace_id: 'w' };
    expect(isCovered({ filter, projection: { _id: 0, rank: 1 } }, index)).toBe(true);
    expect(isCovered({ filter, projection: { rank: 1 } }, index)).toBe(false);
    expect(isCovered({ filter, projection: { _id: 0, name: 1 } }, index)).toBe(false);
    expect(isCovered({ filter }, index)).toBe(false);
  });
});
