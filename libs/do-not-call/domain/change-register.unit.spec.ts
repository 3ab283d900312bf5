import { createHmac } from 'node:crypto';
import { CONTACT_PROJECTIONS } from '#contacts/projections';
import { holdersOfNumbers } from '#contacts/domain';
import type { DomainEvent } from '#kernel';
import { given, type Given, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { WORKSPACES_PROJECTIONS } from '#workspaces/projections';
import { DO_NOT_CALL_PROJECTIONS } from '../projections/index.js';
import {
  enterNumbers,
  entriesMade,
  MAX_ENTRIES,
  type NewEntry,
  numbersErased,
  removeNumbers,
} from './change-register.js';
import { DO_NOT_CALL, DO_NOT_CALL_COUNTS, MAX_NAMED } from './entry.js';
import { numberHash } from './number-hash.js';

const [ANN, BOB] = [id(101), id(102)] as const;
const [PHONE, OTHER] = ['+12025550101', '+12025550102'] as const;
const KEY = '0f'.repeat(32);
const [HASH, OTHER_HASH] = [numberHash(KEY, PHONE), numberHash(KEY, OTHER)];
const PROJECTIONS = [...WORKSPACES_PROJECTIONS, ...DO_NOT_CALL_PROJECTIONS, ...CONTACT_PROJECTIONS];

const created = { type: 'WorkspaceCreated', data: { name: 'Demo', ...WORKSPACE_DEFAULTS } };
const imported = (contact_id: string, phone: string = PHONE) => ({
  type: 'ContactImported',
  data: { contact_id, phone, name: null },
});
const made = { type: 'NumberKeyMade', data: { key: KEY } };
const added = {
  type: 'DoNotCallAdded',
  data: {
    number_hash: HASH,
    phone: PHONE,
    contact_id: null,
    reason: 'asked',
    source: 'api',
    expires_at: null,
    contact_ids: [],
  },
};
const workspace = (...events: readonly DomainEvent[]): Given => given(PROJECTIONS, [created, ...events]);
const entry = (changes: Partial<NewEntry> = {}): NewEntry => ({
  phone: PHONE,
  reason: 'asked',
  expires_at: null,
  ...changes,
});
const enter = (...entries: readonly NewEntry[]) => enterNumbers(entries, { holders: holdersOfNumbers, newKey: KEY });
const remove = (...phones: readonly string[]) => removeNumbers(phones, holdersOfNumbers);
const counted = (changes: object) => ({ body: { ok: true, added: 0, updated: 0, unchanged: 0, ...changes } });

it('the hash of a number is HMAC-SHA-256 under the key, as other tools make it', () => {
  const expected = createHmac('sha256', KEY).update(PHONE, 'ascii').digest();
  expect(Buffer.from(HASH, 'base64url')).toEqual(expected);
});

describe('a number that is entered', () => {
  it('makes the key of the workspace with the first one, and is sealed with the contact that has it', () => {
    workspace()
      .when(enter(entry()))
      .thenEvents([made, added])
      .thenAnswer(counted({ added: 1 }));
    const known = { ...added, data: { ...added.data, contact_id: ANN, contact_ids: [ANN, BOB] } };
    workspace(made, imported(ANN), imported(BOB)).when(enter(entry())).thenEvents([known]);
  });

  it('is added once; another reason or expiry changes it, and nothing else', () => {
    const later = '2030-06-01T00:00:00.000Z';
    const changed = {
      type: 'DoNotCallChanged',
      data: { number_hash: HASH, reason: null, expires_at: later, contact_ids: [] },
    };
    const twice = workspace(made, added).when(
      enter(entry(), entry({ reason: null, expires_at: later }), entry({ reason: null, expires_at: later })),
    );
    twice.thenEvents([changed]).thenAnswer(counted({ updated: 1, unchanged: 2 }));
    const row = { phone: PHONE, reason: null, source: 'api', expires_at: later, number: 2, revision: 3 } as const;
    twice.thenRow(DO_NOT_CALL, [TEST_WORKSPACE, HASH], row);
  });

  it('whose entry has expired is added anew, and frees the room of the old one', () => {
    const expired = { ...added, data: { ...added.data, expires_at: '2029-12-31T23:59:59.999Z' } };
    const removed = { type: 'DoNotCallRemoved', data: { number_hash: HASH, contact_ids: [] } };
    workspace(made, expired)
      .when(enter(entry()))
      .thenEvents([removed, added])
      .thenAnswer(counted({ added: 1 }));
    workspace(made, expired)
      .when(remove(PHONE))
      .thenEvents([removed])
      .thenAnswer({
        body: { ok: true, removed: 0, skipped: 1 },
      });
  });

  it('must have an expiry in the future, which the refusal names, and changes nothing', () => {
    workspace()
      .when(enter(entry(), entry({ phone: OTHER, expires_at: '2030-01-01T00:00:00.000Z' })))
      .thenRefused('validation_failed', '/entries/1/expires_at');
  });

  it(`is refused as a whole behind ${MAX_ENTRIES} entries`, () => {
    const filled = (entries: number) => {
      const state = workspace(made, added);
      state.workspace.amend(DO_NOT_CALL_COUNTS, [TEST_WORKSPACE], 2, { entries });
      return state.when(enter(entry({ phone: OTHER })));
    };
    filled(MAX_ENTRIES - 1).thenTypes('DoNotCallAdded');
    filled(MAX_ENTRIES).thenRefused('resource_conflict');
  });

  it('takes the place of one that has expired where the register is full', () => {
    const full = (expires_at: string) => {
      const state = workspace(made, { ...added, data: { ...added.data, expires_at } });
      state.workspace.amend(DO_NOT_CALL_COUNTS, [TEST_WORKSPACE], 2, { entries: MAX_ENTRIES });
      return state;
    };
    const expired = full('2029-12-31T23:59:59.999Z');
    const entered = expired.when(enter(entry({ phone: OTHER }))).thenAnswer(counted({ added: 1 }));
    expect(entered.events()).toMatchObject([
      { type: 'DoNotCallRemoved', data: { number_hash: HASH, contact_ids: [] } },
      { type: 'DoNotCallAdded', data: { number_hash: OTHER_HASH } },
    ]);
    full('2030-06-01T00:00:00.000Z')
      .when(enter(entry({ phone: OTHER })))
      .thenRefused('resource_conflict');
    // A number that the request itself names is taken out once.
    full('2029-12-31T23:59:59.999Z').when(enter(entry())).thenTypes('DoNotCallRemoved', 'DoNotCallAdded');
  });

  it('is entered by an outcome also where the register is full', () => {
    const state = workspace(made, added);
    state.workspace.amend(DO_NOT_CALL_COUNTS, [TEST_WORKSPACE], 2, { entries: MAX_ENTRIES });
    const context = { holders: holdersOfNumbers, newKey: KEY };
    const { events } = entriesMade(state.workspace, [entry({ phone: OTHER })], 'outcome', context);
    expect(events.map(({ type }) => type)).toEqual(['DoNotCallAdded']);
  });

  it(`names at most ${MAX_NAMED} contacts, and says where there are more`, () => {
    const ids = Array.from({ length: MAX_NAMED + 1 }, (_, n) => id(200 + n));
    const entered = workspace(made, ...ids.map((each) => imported(each))).when(enter(entry()));
    expect(entered.events()).toMatchObject([{ data: { contact_ids: ids.slice(0, MAX_NAMED), more: true } }]);
  });
});

describe('a number that is removed', () => {
  it('counts once; unknown ones and repeats are skipped', () => {
    workspace(made, added, imported(ANN))
      .when(remove(PHONE, OTHER, PHONE))
      .thenEvents([{ type: 'DoNotCallRemoved', data: { number_hash: HASH, contact_ids: [ANN] } }])
      .thenAnswer({ body: { ok: true, removed: 1, skipped: 2 } });
    workspace()
      .when(remove(PHONE))
      .thenEvents([])
      .thenAnswer({ body: { ok: true, removed: 0, skipped: 1 } });
  });
});

it('an erasure takes the numbers of the contact away, and no other', () => {
  const ofAnn = { ...added, data: { ...added.data, contact_id: ANN } };
  const ofBob = { ...added, data: { ...added.data, number_hash: OTHER_HASH, phone: OTHER, contact_id: BOB } };
  const erased = { type: 'DoNotCallNumbersErased', data: { contact_id: ANN, number_hashes: [HASH] } };
  workspace(made, ofAnn, ofBob)
    .when((view) => ({ events: numbersErased(view, [ANN]), answer: () => ({ status: 200, body: {} }) }))
    .thenEvents([erased]);
});
