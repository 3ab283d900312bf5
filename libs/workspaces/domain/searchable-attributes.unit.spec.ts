import fc from 'fast-check';
import type { DomainEvent } from '#kernel';
import { given, TEST_WORKSPACE } from '#kernel/testing';
import { WORKSPACES_PROJECTIONS } from '../projections/index.js';
import {
  type AttributeSlots,
  changeWorkspace,
  MAX_SEARCHABLE,
  searchableNames,
  slotsOf,
  WORKSPACE_DEFAULTS,
  WORKSPACES,
} from './index.js';

const created: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS },
};
const changed = (...slots: (string | null)[]): DomainEvent => ({
  type: 'SearchableAttributesChanged',
  data: { slots: [...slots, ...Array.from({ length: MAX_SEARCHABLE - slots.length }, () => null)] },
});
const workspace = (...events: DomainEvent[]) => given(WORKSPACES_PROJECTIONS, [created, ...events]);

it('a workspace has none at first, and then those that it names', () => {
  const none = workspace().when(changeWorkspace({ name: 'V' }));
  none.thenTypes('WorkspaceChanged').thenAnswer({
    body: expect.objectContaining({ workspace: expect.objectContaining({ searchable_attributes: [] }) }),
  });
  none
    .and()
    .when(changeWorkspace({ name: 'U', searchable_attributes: ['tier', 'plan'] }))
    .thenEvents([{ type: 'WorkspaceChanged', data: { changes: { name: 'U' } } }, changed('plan', 'tier')])
    .thenRow(WORKSPACES, [TEST_WORKSPACE], { attribute_slots: ['plan', 'tier', null, null, null] })
    .thenAnswer({
      body: expect.objectContaining({
        workspace: expect.objectContaining({ searchable_attributes: ['plan', 'tier'] }),
      }),
    });
});

it('a name keeps its slot while it is searchable; null clears all, and an empty list none', () => {
  const past = workspace(changed('b', 'c', 'd'));
  past.when(changeWorkspace({ searchable_attributes: ['d', 'a', 'c'] })).thenEvents([changed('a', 'c', 'd')]);
  past.when(changeWorkspace({ searchable_attributes: null })).thenEvents([changed()]);
  for (const same of [undefined, [], ['d', 'c', 'b']])
    past.when(changeWorkspace({ searchable_attributes: same })).thenNothing();
  workspace()
    .when(changeWorkspace({ searchable_attributes: null }))
    .thenNothing();
});

it('slots have the names that were asked for, whatever they were before', () => {
  const names = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f', 'g'), {
    maxLength: MAX_SEARCHABLE,
  });
  fc.assert(
    fc.property(fc.array(names, { minLength: 1 }), (steps) => {
      let slots: AttributeSlots = [];
      for (const step of steps) {
        const before = slots;
        slots = slotsOf(step, before) ?? before;
        expect(searchableNames(slots)).toEqual(step.toSorted());
        before.forEach((name, at) => name !== null && step.includes(name) && expect(slots[at]).toBe(name));
      }
    }),
  );
});
