import { ASIDE, FOLLOWER_PROJECTIONS, OF_WORKSPACES } from './catalogue.js';

it('every row but that of the workspace itself goes with its workspace, by the first field of its key', () => {
  const names = FOLLOWER_PROJECTIONS.map(({ collection }) => collection.name).filter((name) => name !== 'workspaces');
  expect(OF_WORKSPACES.map(({ name }) => name).sort()).toEqual([...names, ...ASIDE.map(({ name }) => name)].sort());
  expect(OF_WORKSPACES.filter(({ key }) => key[0] !== 'workspace_id')).toEqual([]);
});

it('to-do lists go first, so that nothing is tried for a workspace that is gone', () => {
  const places = ['due_deliveries', 'calls', 'sweeps', 'requeues'].map((list) =>
    OF_WORKSPACES.findIndex(({ name }) => name === list),
  );
  const largest = OF_WORKSPACES.findIndex(({ name }) => name === 'members');
  expect(places.filter((place) => place < 0 || place > largest)).toEqual([]);
});
