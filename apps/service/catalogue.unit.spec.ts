import { readdirSync } from 'node:fs';
import type { Collection, Projection } from '#kernel';
import { idempotencyProjection } from '#workspace-head';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS, INDEXING, OF_WORKSPACES } from './catalogue.js';

it('every row except the workspace itself is deleted with its workspace, by the first field of its key', () => {
  const names = FOLLOWER_PROJECTIONS.map(({ collection }) => collection.name).filter((name) => name !== 'workspaces');
  expect(OF_WORKSPACES.map(({ name }) => name).sort()).toEqual(
    [...names, ...CACHE_COLLECTIONS.map(({ name }) => name)].sort(),
  );
  expect(OF_WORKSPACES.filter(({ key }) => key[0] !== 'workspace_id')).toEqual([]);
});

it('to-do lists go first, so that nothing is tried for a workspace that is gone', () => {
  // A worker pages through the rows of all workspaces: its index has the workspace, but not as its first field.
  const ofAllWorkspaces = ({ indexes }: Collection) => indexes.some(({ fields }) => fields.indexOf('workspace_id') > 0);
  const names = OF_WORKSPACES.map(({ name }) => name);
  const toDoLists = OF_WORKSPACES.filter(ofAllWorkspaces).map(({ name }) => name);
  expect(toDoLists).toContain('calls');
  expect(toDoLists.filter((name) => names.indexOf(name) > names.indexOf('members'))).toEqual([]);
});

it('has the collections that rows refer to', () => {
  const all = FOLLOWER_PROJECTIONS.map(({ collection }) => collection);
  const referredTo = all.flatMap(({ refersTo = [] }) => refersTo);
  expect(referredTo).toContain('contacts');
  expect(referredTo.filter((name) => !all.some((each) => each.name === name))).toEqual([]);
});

it('has each projection of the slices', async () => {
  const libs = new URL('../../libs/', import.meta.url);
  const files = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.projection\.js$/.test(name),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, libs).href) as Promise<object>));
  const exported = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Projection'));
  // One projection is made from the countings of the slices.
  const made = exported.map(([, each]) => (typeof each === 'function' ? each([]) : each) as Projection);
  const known = FOLLOWER_PROJECTIONS.filter((each) => each !== idempotencyProjection);
  const namesOf = (all: readonly Projection[]) => all.map(({ collection }) => collection.name).sort();
  expect(namesOf([...known, ...INDEXING.projections])).toEqual(namesOf(made));
});
