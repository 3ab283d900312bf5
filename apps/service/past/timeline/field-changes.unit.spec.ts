import { fieldChanges } from './field-changes.js';

const changed = (before: object | undefined, after: object | undefined) =>
  fieldChanges(before, after).map((change) => [change.field, change.before, change.after]);

it('names each field that differs, with fields of objects by their path', () => {
  const before = { name: 'a', cap: null, unlisted: { enabled: true, cap: 1 } };
  const after = { name: 'b', cap: null, unlisted: { enabled: true, cap: null } };
  expect(changed(before, after)).toEqual([
    ['name', 'a', 'b'],
    ['unlisted.cap', 1, null],
  ]);
  expect(fieldChanges(before, before)).toEqual([]);
});

it('takes what begins or ends apart, and leaves the missing side out', () => {
  expect(fieldChanges(undefined, { name: 'a', limits: { read: null } })).toEqual([
    { field: 'name', after: 'a' },
    { field: 'limits.read', after: null },
  ]);
  expect(fieldChanges({ name: 'a' }, undefined)).toEqual([{ field: 'name', before: 'a' }]);
});

it('compares items of lists of objects by their place, and every other list as one value', () => {
  const item = (sequence: number) => ({ sequence });
  expect(changed({ outcomes: [] }, { outcomes: [item(1)] })).toEqual([['outcomes[0].sequence', undefined, 1]]);
  expect(changed({ outcomes: [item(1)] }, { outcomes: [item(2), item(3)] })).toEqual([
    ['outcomes[0].sequence', 1, 2],
    ['outcomes[1].sequence', undefined, 3],
  ]);
  expect(changed({ outcomes: [item(1)] }, { outcomes: [] })).toEqual([['outcomes[0].sequence', 1, undefined]]);
  expect(changed({ scopes: ['a'] }, { scopes: ['a', 'b'] })).toEqual([['scopes', ['a'], ['a', 'b']]]);
});

it('takes null that becomes an object for a change of the field itself', () => {
  const limit = { requests: 1, seconds: 60 };
  expect(changed({ read: null }, { read: limit })).toEqual([['read', null, limit]]);
  expect(changed({ read: limit }, { read: null })).toEqual([['read', limit, null]]);
});
