import type { CommandContext } from '#kernel';
import { type ListsApp, refusal, startListsApp } from '../testing/lists-app.js';

let send: ListsApp['send'];
let freshContacts: ListsApp['freshContacts'];
let commands: ListsApp['commands'];
let close: ListsApp['close'];
beforeAll(async () => ({ send, freshContacts, commands, close } = await startListsApp()));
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
    const ids = (contacts: readonly { contact_id: string }[]) => contacts.map(({ contact_id }) => contact_id);
    expect(ids(all.slice(-3))).toEqual(ids(imported));
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

describe('the erasure of contacts', () => {
  const erased = (contact_id: string) => ({
    status: 200,
    body: { ok: true, contact_id, deleted: true, erased_at: expect.any(String) },
  });

  it('is one request, and the same by DELETE with erase=true; repeated it is answered again', async () => {
    const [ann, bob] = (await freshContacts(2)).map(({ contact_id }) => contact_id) as [string, string];
    const first = await send('POST', `/contacts/${ann}/erase`);
    expect(first).toMatchObject(erased(ann));
    expect((await send('POST', `/contacts/${ann}/erase?after_call=true`)).body).toEqual(first.body);
    expect(await send('DELETE', `/contacts/${bob}?erase=true`)).toMatchObject(erased(bob));
    expect(await send('GET', `/contacts/${ann}`)).toMatchObject({ status: 404 });
    expect(await send('POST', `/contacts/${UNKNOWN.replace('0', '1')}/erase`)).toMatchObject({ status: 404 });
  });

  it('of many contacts answers each', async () => {
    const [ann] = (await freshContacts(1)).map(({ contact_id }) => contact_id) as [string];
    const unknown = UNKNOWN.replace('0', '1');
    expect(await send('POST', '/contacts/batch-erase', { contact_ids: [unknown, ann.toUpperCase()] })).toMatchObject({
      status: 200,
      body: {
        ok: true,
        contacts: [
          { contact_id: unknown, result: 'not_found', erased_at: null },
          { contact_id: ann, result: 'erased', erased_at: expect.any(String) },
        ],
      },
    });
  });

  it('refuses invalid bodies and parameters', async () => {
    for (const [body, pointer] of [
      [{}, '/contact_ids'],
      [{ contact_ids: [] }, '/contact_ids'],
      [{ contact_ids: Array.from({ length: 101 }, () => UNKNOWN) }, '/contact_ids'],
      [{ contact_ids: [UNKNOWN, UNKNOWN] }, '/contact_ids/1'],
      [{ contact_ids: ['x'] }, '/contact_ids/0'],
    ] as const)
      expect(await send('POST', '/contacts/batch-erase', body)).toMatchObject(refusal(pointer));
    for (const path of [`/contacts/${UNKNOWN}/erase?after_call=1`, `/contacts/batch-erase?after_call=`])
      expect(await send('POST', path, { contact_ids: [UNKNOWN] })).toMatchObject({ status: 400 });
    expect(await send('DELETE', `/contacts/${UNKNOWN}?after_call=true`)).toMatchObject(refusal('/after_call'));
    expect(await send('DELETE', `/contacts/${UNKNOWN}?after_call=false`)).toMatchObject(refusal('/after_call'));
  });

  it('by DELETE needs the scope of erasure, and is another request than a deletion to an Idempotency-Key', async () => {
    const [ann] = (await freshContacts(1)).map(({ contact_id }) => contact_id) as [string];
    const from = commands.length;
    const headers = { 'idempotency-key': 'once' };
    await send('DELETE', `/contacts/${ann}`, undefined, { headers });
    await send('DELETE', `/contacts/${ann}?erase=true`, undefined, { headers });
    const [deletion, erasure] = commands.slice(from) as { readonly context: CommandContext }[];
    expect([deletion!.context.scope, erasure!.context.scope]).toEqual(['contacts:write', 'contacts:erase']);
    expect(erasure!.context.idempotency!.keyHash).toBe(deletion!.context.idempotency!.keyHash);
    expect(erasure!.context.idempotency!.fingerprint).not.toBe(deletion!.context.idempotency!.fingerprint);
  });
});
