import { byId, byPhone } from '../../support/api.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { UNKNOWN_ID } from '../../support/workspace.js';
import type { TestWorkspace } from '../../support/workspace.js';

const workspace = shareWorkspace();
let contacts: Awaited<ReturnType<TestWorkspace['contacts']>>;
let paths: readonly string[];
let listId: string;
beforeAll(async () => {
  contacts = await workspace().contacts(3);
  listId = (await workspace().api.createList()).smart_list_id;
  await workspace().api.addMembers(listId, [byId(contacts[0]!)]);
  const batch = `/smart-lists/${listId}/members/batch`;
  paths = [batch, `${batch}-remove`, `${batch}-reset`, '/smart-list-members/batch-remove'];
});

const PHONE = '+43660123456';

describe('malformed references refuse the whole batch', () => {
  it.each([
    ['neither key', {}, '/members/1'],
    ['both keys', { contact_id: UNKNOWN_ID, phone: PHONE }, '/members/1'],
    ['both keys, one null', { contact_id: UNKNOWN_ID, phone: null }, undefined],
    ['a null id', { contact_id: null }, undefined],
    ['a bad UUID', { contact_id: 'x' }, '/members/1/contact_id'],
    ['a UUID in braces', { contact_id: `{${UNKNOWN_ID}}` }, '/members/1/contact_id'],
    ['a UUID with a blank', { contact_id: ` ${UNKNOWN_ID}` }, '/members/1/contact_id'],
    ['a number for an id', { contact_id: 5 }, '/members/1/contact_id'],
    ['no plus', { phone: '43660123456' }, '/members/1/phone'],
    ['a leading zero', { phone: '+0660123456' }, '/members/1/phone'],
    ['16 digits', { phone: '+1234567890123456' }, '/members/1/phone'],
    ['one digit', { phone: '+1' }, '/members/1/phone'],
    ['blanks', { phone: '+43 660 123456' }, '/members/1/phone'],
    ['a number for a phone', { phone: 43660123456 }, '/members/1/phone'],
    ['Arabic digits', { phone: '+٤٣٦٦٠' }, '/members/1/phone'],
    ['an unknown field', { phone: PHONE, name: 'x' }, '/members/1/name'],
    ['a text', PHONE, '/members/1'],
    ['null', null, '/members/1'],
    ['an array', [PHONE], '/members/1'],
    ['an empty array', [], '/members/1'],
    ['a list id', { contact_id: UNKNOWN_ID, smart_list_id: UNKNOWN_ID }, '/members/1/smart_list_id'],
  ])('[api batches refused] %s', async (_what, item, pointer) => {
    for (const path of paths) {
      const members = [byId(contacts[1]!), item, byPhone(contacts[2]!)];
      const refusal = { code: 'validation_failed', ...(pointer !== undefined && { pointer }) };
      const problem = await expectRefused(workspace(), { method: 'POST', path, json: { members } }, refusal);
      expect((problem.errors ?? []).every((error) => error.pointer.startsWith('/members/1'))).toBe(true);
    }
  });

  it.each([
    ['none', []],
    ['101', Array.from({ length: 101 }, () => ({ phone: PHONE }))],
    ['10,000', Array.from({ length: 10_000 }, () => ({ phone: PHONE }))],
    ['an object', { 0: { phone: PHONE } }],
    ['a text', 'x'],
    ['null', null],
    ['a number', 1],
  ])('[api batches refused] [seed 8 batch size] members: %s', async (_what, members) => {
    for (const path of paths) {
      const refusal = { code: 'validation_failed', pointer: '/members' };
      await expectRefused(workspace(), { method: 'POST', path, json: { members } }, refusal);
    }
  });

  it('[api batches refused] members missing, another field, or an additional one', async () => {
    for (const path of paths) {
      const send = (json: object) => ({ method: 'POST', path, json });
      const members = [byId(contacts[1]!)];
      await expectRefused(workspace(), send({}), { code: 'validation_failed', pointer: '/members' });
      await expectRefused(workspace(), send({ contacts: members }), {
        code: 'validation_failed',
        pointer: '/contacts',
      });
      await expectRefused(workspace(), send({ members, source: 'import' }), {
        code: 'validation_failed',
        pointer: '/source',
      });
    }
  });

  it('[api batches refused] every invalid item is named, up to a limit that keeps the answer small', async () => {
    const members = Array.from({ length: 100 }, (_, i) => ({ phone: `bad ${i}` }));
    const problem = await expectRefused(
      workspace(),
      { method: 'POST', path: paths[0]!, json: { members } },
      { code: 'validation_failed' },
    );
    expect(problem.errors!.length).toBeGreaterThan(1);
    expect(new Set(problem.errors!.map(({ pointer }) => pointer)).size).toBe(problem.errors!.length);
  });
});

describe('invalid text', () => {
  it.each([
    ['half a pair', '"\\ud800"'],
    ['the other half', '"a\\udc00"'],
    ['a pair the wrong way round', '"\\udc00\\ud800"'],
    ['NUL', '"a\\u0000b"'],
    ['a control character', '"a\\u001fb"'],
    ['delete', '"a\\u007fb"'],
  ])('[api text] %s is validation_failed at the field', async (_what, text) => {
    const headers = { 'content-type': 'application/json' };
    const refusals: readonly (readonly [string, string, string, string])[] = [
      ['POST', '/smart-lists', `{"name":${text}}`, '/name'],
      ['POST', '/smart-lists', `{"name":"x","description":${text}}`, '/description'],
      ['PATCH', `/smart-lists/${listId}`, `{"name":${text}}`, '/name'],
      ['POST', `/smart-lists/${listId}/clone`, `{"name":${text}}`, '/name'],
      ['POST', '/phone-system/outcomes', `{"outcome_name":${text}}`, '/outcome_name'],
      ['POST', '/contacts/batch', `{"contacts":[{"phone":"${PHONE}","name":${text}}]}`, '/contacts/0/name'],
    ];
    for (const [method, path, body, pointer] of refusals) {
      await expectRefused(workspace(), { method, path, headers, body }, { code: 'validation_failed', pointer });
    }
  });

  it('[api text] unusual valid text is kept unchanged', async () => {
    const { api } = workspace();
    for (const name of [
      '🏳️‍🌈 👩‍👩‍👧',
      'שלום',
      'a\u200db',
      '𝕬',
      '\u{10ffff}',
      'ﬁ',
      '__proto__',
      'constructor',
      '<script>',
      "'; DROP",
    ]) {
      const { smart_list_id } = await api.createList({ name });
      expect((await api.list(smart_list_id)).name).toBe(name.normalize('NFC'));
    }
  });
});
