import { byId, byPhone } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { nextPhone, TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const batch = (contacts: unknown) => ({ method: 'POST', path: '/contacts/batch', json: { contacts } });

describe('contacts', () => {
  it('[api endpoints POST /contacts/batch] [api contact] creates, updates or keeps; an answer per item', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    const [a, b, c] = [nextPhone(), nextPhone(), nextPhone()];
    const first = await api.importContacts([
      { phone: a, name: ' Ann ' },
      { phone: b },
      { contact_id: UNKNOWN_ID, phone: c, name: '' },
    ]);
    expect(first).toMatchObject({ created: 3, updated: 0, unchanged: 0 });
    expect(first.contacts.map(({ phone }) => phone)).toEqual([a, b, c]);
    expect(first.contacts[2]!.contact_id).toBe(UNKNOWN_ID);
    const [ann, bob] = first.contacts;
    const moved = nextPhone();
    const second = await api.importContacts([
      { contact_id: ann!.contact_id, phone: a },
      { contact_id: bob!.contact_id.toUpperCase(), phone: moved, name: 'Bob' },
      { contact_id: UNKNOWN_ID, phone: c, name: null },
    ]);
    expect(second).toMatchObject({ created: 0, updated: 2, unchanged: 1 });
    const names = (await api.contacts()).map(({ phone, name }) => [phone, name]);
    expect(names).toEqual([
      [a, 'Ann'],
      [moved, 'Bob'],
      [c, null],
    ]);
  });

  it('[api contact] of two equal ids in a batch the last wins, counted once', async () => {
    const { api } = workspace();
    const [first, last] = [nextPhone(), nextPhone()];
    const contact_id = '0197a000-0000-4000-8000-00000000abcd';
    const answer = await api.importContacts([
      { contact_id, phone: first, name: 'First' },
      { contact_id: contact_id.toUpperCase(), phone: last, name: 'Last' },
    ]);
    expect(answer).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
    expect(answer.contacts).toHaveLength(2);
    expect(answer.contacts.map((contact) => contact.contact_id)).toEqual([contact_id, contact_id]);
    expect(await api.contact(contact_id)).toMatchObject({ phone: last, name: 'Last' });
  });

  it('[api contact] ids are per workspace: the same id is another contact in another workspace', async () => {
    const other = await TestWorkspace.make(workspace().service);
    const contact_id = '0197a000-0000-4000-8000-00000000beef';
    const [here, there] = [nextPhone(), nextPhone()];
    await workspace().api.importContacts([{ contact_id, phone: here }]);
    await other.api.importContacts([{ contact_id, phone: there }]);
    expect((await workspace().api.contact(contact_id)).phone).toBe(here);
    expect((await other.api.contact(contact_id)).phone).toBe(there);
    await other.api.deleteContact(contact_id);
    expect((await workspace().api.contact(contact_id)).phone).toBe(here);
  });

  it('[api endpoints POST /contacts/batch] accepts 1,000 items, refuses 0 and 1,001', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    const items = Array.from({ length: 1_001 }, () => ({ phone: nextPhone(), name: 'x'.repeat(200) }));
    await expectRefused(workspace(), batch(items), { code: 'validation_failed', pointer: '/contacts' });
    await expectRefused(workspace(), batch([]), { code: 'validation_failed', pointer: '/contacts' });
    const { created, contacts } = await api.importContacts(items.slice(1));
    expect([created, contacts.length]).toEqual([1_000, 1_000]);
    expect((await api.contacts()).map(({ contact_id }) => contact_id)).toEqual(
      contacts.map(({ contact_id }) => contact_id),
    );
  });

  it('[api endpoints POST /contacts/batch] is atomic: one invalid item refuses the whole batch', async () => {
    const good = { phone: nextPhone() };
    const bad: readonly (readonly [object | null, string])[] = [
      [{}, '/contacts/1/phone'],
      [{ phone: null }, '/contacts/1/phone'],
      [{ phone: nextPhone(), name: 'x'.repeat(201) }, '/contacts/1/name'],
      [{ phone: nextPhone(), name: 5 }, '/contacts/1/name'],
      [{ phone: nextPhone(), contact_id: 'x' }, '/contacts/1/contact_id'],
      [{ phone: nextPhone(), created_at: 'now' }, '/contacts/1/created_at'],
      [null, '/contacts/1'],
    ];
    for (const [item, pointer] of bad) {
      await expectRefused(workspace(), batch([good, item]), { code: 'validation_failed', pointer });
    }
  });

  it.each([['+12'], ['+123456789012345']])('[api phone] %s is a phone number', async (phone) => {
    const { contacts } = await workspace().api.importContacts([{ phone }]);
    expect((await workspace().api.contact(contacts[0]!.contact_id)).phone).toBe(phone);
  });

  it.each([
    ['+1'],
    ['+0123456'],
    ['+1234567890123456'],
    ['0043660123456'],
    ['+43 660 123456'],
    [' +43660123456'],
    ['+43660123456\n'],
    ['+４３６６０'],
    ['+43x'],
    ['tel:+43660123456'],
    [''],
    [43660123456],
  ])('[api phone] %j is none', (phone) =>
    expectRefused(workspace(), batch([{ phone }]), { code: 'validation_failed', pointer: '/contacts/0/phone' }),
  );

  it('[api endpoints GET /contacts] pages in the order of import, filtered by phone', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const contacts = await owner.contacts(5);
    const ids = contacts.map(({ contact_id }) => contact_id);
    expect((await owner.api.contacts('', 2)).map(({ contact_id }) => contact_id)).toEqual(ids);
    const { contacts: twin } = await owner.api.importContacts([{ phone: contacts[2]!.phone, name: 'Twin' }]);
    const filter = `?phone=${encodeURIComponent(contacts[2]!.phone)}`;
    const same = (await owner.api.contacts(filter)).map(({ contact_id }) => contact_id);
    expect(same).toEqual([ids[2], twin[0]!.contact_id]);
    expect(await owner.api.contacts(filter, 1)).toHaveLength(2);
    expect(await owner.api.contacts(`?phone=${encodeURIComponent(nextPhone())}`)).toEqual([]);
    for (const phone of ['123', '']) {
      await expectRefused(
        owner,
        { method: 'GET', path: `/contacts?phone=${phone}` },
        { code: 'validation_failed', pointer: '/phone' },
      );
    }
  });

  it('[api endpoints GET /contacts/{contactId}] [api contact] one contact', async () => {
    const phone = nextPhone();
    const { contacts } = await workspace().api.importContacts([{ phone, name: 'Ann' }]);
    const { contact_id } = contacts[0]!;
    const created_at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(jsonOf(await workspace().client.get(`/contacts/${contact_id.toUpperCase()}`))).toEqual({
      ok: true,
      contact: {
        ...{ contact_id, phone, name: 'Ann', created_at, external_id: null, attributes: {}, time_zone: null },
        phones: [{ phone, label: null }],
        ...{ zones: expect.any(Array) as unknown, zones_source: expect.any(String) as unknown },
        capped_until: null,
      },
    });
  });

  it('[api contact capped_until] is the end of its limits, of whoever has the number, in each answer', async () => {
    const contact_windows = [{ attempts: 1, hours: 2 }];
    const own = await TestWorkspace.make(workspace().service, { contact_windows });
    const { api } = own;
    const phone = nextPhone();
    const { contacts } = await api.importContacts([{ phone }, { phone }, { phone: nextPhone() }]);
    const { smart_list_id } = await api.createList();
    await api.addMembers(smart_list_id, [byId(contacts[0]!)]);
    const caps = async (query = '') => (await api.contacts(query)).map(({ capped_until }) => capped_until);
    expect(await caps()).toEqual([null, null, null]);
    const [call] = await api.next(1);
    const until = new Date(Date.parse(call!.dispatched_at) + 2 * 3_600_000).toISOString();
    expect([await caps(), await caps(`?phone=${encodeURIComponent(phone)}`)]).toEqual([
      [until, until, null],
      [until, until],
    ]);
    const [ann, , eve] = contacts.map(({ contact_id }) => contact_id);
    expect((await api.contact(ann!)).capped_until).toBe(until);
    expect((await api.changeContact(ann!, { name: 'Ann' })).capped_until).toBe(until);
    // Another number brings its attempts.
    expect((await api.changeContact(eve!, { phone })).capped_until).toBe(until);
    expect((await api.changeContact(eve!, { phone: nextPhone() })).capped_until).toBeNull();
    const change = { method: 'PATCH', path: `/contacts/${ann!}`, json: { capped_until: null } };
    await expectRefused(own, change, { code: 'validation_failed', pointer: '/capped_until' });
    await api.endCall(call!.call_id, 'not_placed');
    expect(await caps()).toEqual([null, null, null]);
  });

  it('[api endpoints POST /contacts/refresh-zones] names the table in use; contacts that follow it stay', async () => {
    const { api, client } = await TestWorkspace.make(workspace().service);
    await api.importContacts([{ phone: nextPhone() }, { phone: nextPhone(), time_zone: 'Europe/Berlin' }]);
    const before = await api.contacts();
    for (const _ of [1, 2]) {
      const answer = await client.post('/contacts/refresh-zones');
      expect([answer.status, jsonOf(answer)]).toEqual([202, { ok: true, zones_table: 1 }]);
    }
    expect(await api.contacts()).toEqual(before);
  });

  it('[api endpoints DELETE /contacts/{contactId}] ends its memberships; it is unmatched from then on', async () => {
    const { api, client } = workspace();
    const [contact, other] = await workspace().contacts(2);
    const lists = await Promise.all([1, 2].map(() => api.createList()));
    for (const { smart_list_id } of lists) await api.addMembers(smart_list_id, [contact!, other!].map(byId));
    const answer = await client.delete(`/contacts/${contact!.contact_id}`);
    expect(jsonOf(answer)).toEqual({ ok: true, contact_id: contact!.contact_id, deleted: true });
    for (const { smart_list_id: id } of lists) {
      expect((await api.members(id)).map(({ contact_id }) => contact_id)).toEqual([other!.contact_id]);
      expect(await api.members(id, 'removed')).toMatchObject([
        { contact_id: contact!.contact_id, status_reason: 'contact_deleted' },
      ]);
      expect((await api.list(id)).member_count).toBe(1);
      expect(await api.addMembers(id, [byId(contact!), byPhone(contact!)])).toMatchObject({
        inserted: 0,
        unmatched: 2,
      });
    }
    for (const method of ['GET', 'DELETE']) {
      await expectRefused(workspace(), { method, path: `/contacts/${contact!.contact_id}` }, { code: 'not_found' });
    }
    const back = await api.importContacts([{ contact_id: contact!.contact_id, phone: contact!.phone }]);
    expect(back).toMatchObject({ created: 1 });
    expect(await api.addMembers(lists[0]!.smart_list_id, [byPhone(contact!)])).toMatchObject({ inserted: 1 });
  });

  it('[api contact phone] a shared phone number resolves to the contact imported first that still exists', async () => {
    const { api } = workspace();
    const phone = nextPhone();
    const { contacts: twins } = await api.importContacts([{ phone }, { phone }, { phone }]);
    const ids = twins.map(({ contact_id }) => contact_id);
    expect(new Set(ids).size).toBe(3);
    const { smart_list_id: id } = await api.createList();
    expect(await api.addMembers(id, [{ phone }, byId(twins[0]!), byId(twins[1]!)])).toMatchObject({
      inserted: 2,
      skipped: 1,
    });
    expect((await api.members(id)).map(({ contact_id }) => contact_id)).toEqual(ids.slice(0, 2));
    await api.deleteContact(ids[0]!);
    expect(await api.removeMembers(id, [{ phone }])).toMatchObject({ removed: 1 });
    expect(await api.members(id)).toEqual([]);
    await api.importContacts([{ contact_id: ids[1], phone: nextPhone() }]);
    expect(await api.addMembers(id, [{ phone }])).toMatchObject({ inserted: 1 });
    expect((await api.members(id)).map(({ contact_id }) => contact_id)).toEqual([ids[2]]);
  });
});
