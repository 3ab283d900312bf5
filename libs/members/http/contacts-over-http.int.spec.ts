import { type ListsApp, refusal, startListsApp } from '../testing/lists-app.js';

let send: ListsApp['send'];
let freshContacts: ListsApp['freshContacts'];
let close: ListsApp['close'];
beforeAll(async () => ({ send, freshContacts, close } = await startListsApp()));
afterAll(() => close());

const UNKNOWN = '0198f4b2-ffff-7000-8000-000000000000';

describe('contacts', () => {
  it('are imported, read, found by phone and deleted', async () => {
    const batch = { contacts: [{ contact_id: UNKNOWN.toUpperCase(), phone: '+4366012345', name: 'Ann' }] };
    const counts = { created: 1, updated: 0, unchanged: 0 };
    expect(await send('POST', '/contacts/batch', batch)).toMatchObject({
      status: 200,
      body: { ok: true, ...counts, contacts: [{ contact_id: UNKNOWN, phone: '+4366012345' }] },
    });
    const contact = { contact_id: UNKNOWN, phone: '+4366012345', name: 'Ann' };
    expect(await send('GET', `/contacts/${UNKNOWN}`)).toMatchObject({ status: 200, body: { ok: true, contact } });
    const found = await send('GET', '/contacts?phone=%2B4366012345');
    expect(found.body).toMatchObject({ ok: true, contacts: [contact], next_page_token: null });
    expect((await send('GET', '/contacts?phone=%2B4366099999')).body).toMatchObject({ contacts: [] });
    const deleted = await send('DELETE', `/contacts/${UNKNOWN}`);
    expect(deleted).toMatchObject({ status: 200, body: { ok: true, contact_id: UNKNOWN, deleted: true } });
    expect(await send('GET', `/contacts/${UNKNOWN}`)).toMatchObject({ status: 404 });
    expect(await send('DELETE', `/contacts/${UNKNOWN}`)).toMatchObject({ status: 404 });
  });

  it('are paged in the order of their import', async () => {
    const imported = await freshContacts(3);
    const first = await send('GET', '/contacts?page_size=2');
    const second = await send('GET', `/contacts?page_token=${first.body.next_page_token}`);
    const all = [...first.body.contacts, ...second.body.contacts];
    expect(all.slice(-3)).toMatchObject(imported);
  });

  it('refuse invalid bodies', async () => {
    for (const [body, pointer] of [
      [{}, '/contacts'],
      [{ contacts: [] }, '/contacts'],
      [{ contacts: Array(1_001).fill({ phone: '+4366012345' }) }, '/contacts'],
      [{ contacts: [{ phone: '0660' }] }, '/contacts/0/phone'],
      [{ contacts: [{ phone: '+4366012345', contact_id: 'x' }] }, '/contacts/0/contact_id'],
      [{ contacts: [{ phone: '+4366012345', name: 'x'.repeat(201) }] }, '/contacts/0/name'],
      [{ contacts: [{ name: 'x' }] }, '/contacts/0/phone'],
    ] as const) {
      expect(await send('POST', '/contacts/batch', body)).toMatchObject(refusal(pointer));
    }
    expect(await send('GET', '/contacts?phone=0660')).toMatchObject({ status: 400 });
  });
});
