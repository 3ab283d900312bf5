import { type ListsApp, refusal, startListsApp } from '../testing/lists-app.js';

let send: ListsApp['send'];
let freshContacts: ListsApp['freshContacts'];
let close: ListsApp['close'];
beforeAll(async () => ({ send, freshContacts, close } = await startListsApp()));
afterAll(() => close());

const UNKNOWN = '0198f4b2-ffff-7000-8000-000000000000';
let lists = 0;
const freshList = async (settings: object = {}): Promise<string> => {
  const { body } = await send('POST', '/smart-lists', { name: `List ${(lists += 1)}`, ...settings });
  return body.smart_list.smart_list_id;
};

describe('smart lists', () => {
  it('are created, read, changed, cloned and deleted', async () => {
    const created = await send('POST', '/smart-lists', {
      name: '  Spring ',
      priority: 'high',
      max_attempts_total: 5.0,
    });
    const id: string = created.body.smart_list.smart_list_id;
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/smart-lists/${id}`);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.body).toMatchObject({ ok: true, smart_list: { name: 'Spring', priority: 'high', version: 1 } });

    const read = await send('GET', `/smart-lists/${id.toUpperCase()}`);
    expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', created.body]);

    const changed = await send(
      'PATCH',
      `/smart-lists/${id}`,
      { max_attempts_total: null },
      { headers: { 'if-match': '"1"' } },
    );
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.body).toMatchObject({ smart_list: { max_attempts_total: null, priority: 'high', version: 2 } });
    expect(await send('PATCH', `/smart-lists/${id}`, undefined)).toMatchObject({ status: 200, body: changed.body });

    const clone = await send('POST', `/smart-lists/${id}/clone`);
    expect(clone).toMatchObject({ status: 201, body: { smart_list: { name: 'Spring (copy)', source: 'clone' } } });
    expect(clone.headers.get('location')).toBe(`/smart-lists/${clone.body.smart_list.smart_list_id}`);

    const deleted = await send('DELETE', `/smart-lists/${id}`);
    expect(deleted).toMatchObject({ status: 200, body: { ok: true, smart_list_id: id, deleted: true } });
    expect(await send('GET', `/smart-lists/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('are paged in the order of their creation', async () => {
    const key = { key: 'paged' };
    for (const name of ['C', 'A', 'B']) await send('POST', '/smart-lists', { name }, key);
    const first = await send('GET', '/smart-lists?page_size=2', undefined, key);
    const second = await send('GET', `/smart-lists?page_token=${first.body.next_page_token}`, undefined, key);
    const names = [first, second].map(({ body }) => body.smart_lists.map(({ name }) => name));
    expect([names, second.body.next_page_token]).toEqual([[['C', 'A'], ['B']], null]);
  });

  it('refuse invalid bodies and invalid references', async () => {
    const id = await freshList();
    for (const [body, pointer] of [
      [{}, '/name'],
      [{ name: '  ' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ name: 'N', description: 'x'.repeat(2_001) }, '/description'],
      [{ name: 'N', priority: 'urgent' }, '/priority'],
      [{ name: 'N', max_attempts_per_day: -1 }, '/max_attempts_per_day'],
      [{ name: 'N', max_attempts_total: '5' }, '/max_attempts_total'],
      [{ name: 'N', min_retry_seconds: null }, '/min_retry_seconds'],
      [{ name: 'N', dial_timeout_seconds: 17 }, '/dial_timeout_seconds'],
      [{ name: 'N', next_list_id: 'no' }, '/next_list_id'],
      [{ name: 'N', source: 'api' }, '/source'],
    ] as const) {
      expect(await send('POST', '/smart-lists', body)).toMatchObject(refusal(pointer));
      if (Object.keys(body).length > 0)
        expect(await send('PATCH', `/smart-lists/${id}`, body)).toMatchObject(refusal(pointer));
    }
    expect(await send('POST', `/smart-lists/${id}/clone`, { name: '' })).toMatchObject(refusal('/name'));
    const cycle = await send('PATCH', `/smart-lists/${id}`, { next_list_id: id });
    expect(cycle).toMatchObject({ status: 400, body: { code: 'waterfall_cycle' } });
    const unknown = await send('PATCH', `/smart-lists/${id}`, { next_list_id: UNKNOWN });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_reference' } });
    const stale = { headers: { 'if-match': '"9"' } };
    expect(await send('DELETE', `/smart-lists/${id}`, undefined, stale)).toMatchObject({ status: 412 });
    for (const path of [`/smart-lists/${UNKNOWN}`, '/smart-lists/no-uuid']) {
      expect(await send('PATCH', path, { name: 'N' })).toMatchObject({ status: 404 });
    }
  });

  it('have unique names', async () => {
    const key = { key: 'names' };
    await send('POST', '/smart-lists', { name: 'Café' }, key);
    const again = await send('POST', '/smart-lists', { name: 'CAFE\u0301' }, key);
    expect(again).toMatchObject({ status: 409, body: { code: 'resource_conflict' } });
    expect(await send('POST', '/smart-lists', { name: 'Café' }, { key: 'other' })).toMatchObject({ status: 201 });
  });
});

describe('members', () => {
  it('are added, read and removed', async () => {
    const [a, b] = [await freshList(), await freshList()];
    const contacts = await freshContacts(2);
    const [ann, bob] = [contacts[0]!, contacts[1]!];
    const members = [{ phone: ann.phone }, { contact_id: bob.contact_id }, { contact_id: UNKNOWN }];
    const added = await send('POST', `/smart-lists/${a}/members/batch`, { members });
    expect(added).toMatchObject({ status: 200, body: { ok: true, inserted: 2, skipped: 0, unmatched: 1 } });
    await send('POST', `/smart-lists/${b}/members/batch`, { members });
    expect((await send('GET', `/smart-lists/${a}`)).body).toMatchObject({
      smart_list: { member_count: 2, version: 1 },
    });

    const read = await send('GET', `/smart-lists/${a}/members?page_size=1`);
    const [shown] = read.body.members;
    expect(JSON.stringify(shown)).toBe(
      `{"contact_id":"${ann.contact_id}","phone":"${ann.phone}","smart_list_id":"${a}","status":"queued",` +
        '"status_reason":"eligible","attempt_count":0,"attempts_today":0,"last_attempt_at":null,"last_disposition":null,' +
        `"schedule_time":"${shown!.added_at}","callback":null,"source":"api","added_at":"${shown!.added_at}",` +
        '"erased_at":null}',
    );
    const next = await send('GET', `/smart-lists/${a}/members?page_token=${read.body.next_page_token}`);
    expect(next.body).toMatchObject({ members: [{ contact_id: bob.contact_id }], next_page_token: null });

    const removed = await send('POST', `/smart-lists/${a}/members/batch-remove`, { members });
    expect(removed).toMatchObject({ status: 200, body: { ok: true, removed: 2, skipped: 0, unmatched: 1 } });
    const everywhere = await send('POST', '/smart-list-members/batch-remove', { members: members.slice(0, 1) });
    expect(everywhere).toMatchObject({ status: 200, body: { ok: true, removed: 1, skipped: 0, unmatched: 0 } });
    const gone = await send('GET', `/smart-lists/${a}/members?status=removed`);
    const reason = { status: 'removed', status_reason: 'removed_by_request', schedule_time: null };
    expect(gone.body).toMatchObject({ members: [reason, { contact_id: bob.contact_id, ...reason }] });
  });

  it('are filtered by status: frozen where a cap is 0, else queued', async () => {
    const list = await freshList({ max_attempts_per_day: 0 });
    const members = (await freshContacts(1)).map(({ contact_id }) => ({ contact_id }));
    await send('POST', `/smart-lists/${list}/members/batch`, { members });
    const shown = async (status: string) =>
      (await send('GET', `/smart-lists/${list}/members?status=${status}`)).body.members;
    expect(await shown('frozen')).toMatchObject([{ status: 'frozen', status_reason: 'cap_zero', schedule_time: null }]);
    expect(await shown('queued')).toEqual([]);
    await send('PATCH', `/smart-lists/${list}`, { max_attempts_per_day: 1 });
    expect([await shown('frozen'), await shown('queued')]).toMatchObject([[], members]);
    for (const status of ['waiting', 'in_call', 'completed', 'removed']) expect(await shown(status)).toEqual([]);
    expect(await send('GET', `/smart-lists/${list}/members?status=gone`)).toMatchObject({ status: 400 });
  });

  it('end with their contact, and cannot be read for a deleted list', async () => {
    const list = await freshList();
    const [contact] = await freshContacts(1);
    await send('POST', `/smart-lists/${list}/members/batch`, { members: [{ phone: contact!.phone }] });
    await send('DELETE', `/contacts/${contact!.contact_id}`);
    expect((await send('GET', `/smart-lists/${list}/members`)).body).toMatchObject({ members: [] });
    const gone = await send('GET', `/smart-lists/${list}/members?status=removed`);
    expect(gone.body).toMatchObject({ members: [{ status_reason: 'contact_deleted', phone: contact!.phone }] });
    await send('DELETE', `/smart-lists/${list}`);
    expect(await send('GET', `/smart-lists/${list}/members`)).toMatchObject({ status: 404 });
  });

  it('refuse invalid batches as a whole, and unknown lists', async () => {
    const list = await freshList();
    const [contact] = await freshContacts(1);
    const good = { contact_id: contact!.contact_id };
    for (const [members, pointer] of [
      [undefined, '/members'],
      [[], '/members'],
      [Array(101).fill(good), '/members'],
      [[good, { contact_id: 'x' }], '/members/1/contact_id'],
      [[good, { phone: '5550102' }], '/members/1/phone'],
      [[good, {}], '/members/1'],
      [[good, { ...good, phone: '+4366012345' }], '/members/1'],
      [[good, { ...good, name: 'x' }], '/members/1/name'],
    ] as const) {
      const batch = `/smart-lists/${list}/members/batch`;
      for (const path of [batch, `${batch}-remove`, '/smart-list-members/batch-remove']) {
        expect(await send('POST', path, { members })).toMatchObject(refusal(pointer));
      }
    }
    expect((await send('GET', `/smart-lists/${list}/members`)).body).toMatchObject({ members: [] });
    for (const unknown of [UNKNOWN, 'no-uuid']) {
      const batch = `/smart-lists/${unknown}/members/batch`;
      for (const path of [batch, `${batch}-remove`]) {
        expect(await send('POST', path, { members: [good] })).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
    }
  });
});

it('the reference shows the items of a batch', async () => {
  const { body } = await send('GET', '/openapi.json');
  const items = { $ref: '#/components/schemas/MemberReference' };
  expect(body).toMatchObject({ components: { schemas: { MemberReferences: { properties: { members: { items } } } } } });
});
