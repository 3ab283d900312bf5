import { byId, byPhone } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import { success } from '../../support/client.js';
import type { Contact } from '../../support/types.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const workspace = shareWorkspace();

let externalIds = 0;
const nextExternalId = (): string => `crm-${(externalIds += 1)}`;
const idsOf = (contacts: readonly Pick<Contact, 'contact_id'>[]): readonly string[] =>
  contacts.map(({ contact_id }) => contact_id);

describe('the details of a contact', () => {
  it('[api contact details] [api endpoints PATCH /contacts/{contactId}] are given, shown, changed and cleared', async () => {
    const { api } = workspace();
    const [phone, office, external_id] = [nextPhone(), nextPhone(), nextExternalId()];
    const given = {
      external_id,
      phones: [{ phone, label: ' mobile ' }, { phone: office }],
      attributes: { tier: ' gold ', visits: 3, agreed: true, 'x.y-z_1': -0.5 },
      time_zone: 'Europe/Vienna',
    };
    const { contacts } = await api.importContacts([{ phone, name: 'Ann', ...given }]);
    const { contact_id } = contacts[0]!;
    const shown = {
      ...{ contact_id, phone, name: 'Ann', external_id, time_zone: 'Europe/Vienna' },
      phones: [
        { phone, label: 'mobile' },
        { phone: office, label: null },
      ],
      attributes: { tier: 'gold', visits: 3, agreed: true, 'x.y-z_1': -0.5 },
    };
    expect(await api.contact(contact_id)).toMatchObject(shown);
    const attributes = { agreed: null, visits: 4 };
    const changed = await api.changeContact(contact_id, { attributes, name: null, time_zone: 'UTC' });
    const after = { ...shown, name: null, time_zone: 'UTC', attributes: { tier: 'gold', visits: 4, 'x.y-z_1': -0.5 } };
    expect(changed).toMatchObject(after);
    expect(changed.attributes).toEqual(after.attributes);
    expect(await api.contact(contact_id)).toEqual(changed);
    expect(await api.changeContact(contact_id, {})).toEqual(changed);
    const none = { external_id: null, phones: [{ phone: office }], time_zone: null };
    expect(await api.changeContact(contact_id, none)).toMatchObject({
      ...{ phone: office, external_id: null, time_zone: null, phones: [{ phone: office, label: null }] },
    });
  });

  it('[api contact zones] a time zone that is given comes first, then the phone, then the workspace', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const [east, alaska, tollFree] = ['+12025550101', '+19075550102', '+18005550103'] as const;
    const { contacts } = await owner.api.importContacts([{ phone: east }]);
    const { contact_id } = contacts[0]!;
    const zonesOf = async (change: object) => {
      const { zones, zones_source } = await owner.api.changeContact(contact_id, change);
      return [zones_source, ...zones];
    };
    expect(await zonesOf({})).toEqual(['number', 'America/New_York']);
    expect(await zonesOf({ phone: alaska })).toEqual(['number', 'America/Adak', 'America/Anchorage']);
    expect(await zonesOf({ phone: tollFree })).toEqual(['workspace', 'Europe/Vienna']);
    expect(await zonesOf({ time_zone: 'Asia/Tokyo' })).toEqual(['given', 'Asia/Tokyo']);
    expect((await owner.api.contact(contact_id)).zones).toEqual(['Asia/Tokyo']);
    expect(await zonesOf({ time_zone: null, phone: east })).toEqual(['number', 'America/New_York']);
  });

  it('[api contact details] are refused where they break a rule, and nothing is changed', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const [contact] = await owner.contacts(1);
    const [phone, path] = [nextPhone(), `/contacts/${contact!.contact_id}`];
    const bad: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ external_id: '' }, '/external_id'],
      [{ external_id: 'x'.repeat(129) }, '/external_id'],
      [{ external_id: 7 }, '/external_id'],
      [{ phones: Array.from({ length: 6 }, () => ({ phone: nextPhone() })) }, '/phones'],
      [{ phones: [{ phone }, { phone }] }, '/phones/1/phone'],
      [{ phone: nextPhone(), phones: [{ phone }] }, '/phones/0/phone'],
      [{ phones: [{ phone, label: 'x'.repeat(41) }] }, '/phones/0/label'],
      [{ phones: [{}] }, '/phones/0/phone'],
      [{ attributes: [] }, '/attributes'],
      [{ attributes: null }, '/attributes'],
      [{ attributes: { '': 1 } }, '/attributes/'],
      [{ attributes: { '1st': 1 } }, '/attributes/1st'],
      [{ attributes: { [`a${'x'.repeat(64)}`]: 1 } }, `/attributes/a${'x'.repeat(64)}`],
      [{ attributes: { a: { b: 1 } } }, '/attributes/a'],
      [{ attributes: { a: [1] } }, '/attributes/a'],
      [{ attributes: { a: 'x'.repeat(1_001) } }, '/attributes/a'],
      [
        { attributes: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'x'.repeat(1_000)])) },
        '/attributes',
      ],
      [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
      [{ phone: null }, '/phone'],
      [{ created_at: '2030-01-01T00:00:00Z' }, '/created_at'],
    ];
    for (const [json, pointer] of bad) {
      await expectRefused(owner, { method: 'PATCH', path, json }, { code: 'validation_failed', pointer });
      // An item of an import names its first phone twice.
      const first = (json['phones'] as readonly { phone?: string }[] | undefined)?.[0]?.phone;
      const item = { contact_id: contact!.contact_id, phone: first ?? contact!.phone, ...json };
      const contacts = [{ phone: nextPhone() }, item];
      const batch = { method: 'POST', path: '/contacts/batch', json: { contacts } };
      await expectRefused(owner, batch, { code: 'validation_failed', pointer: `/contacts/1${pointer}` });
    }
  });

  it('[api contact details] an external id is of one contact, found by it and by imports', async () => {
    const { api } = workspace();
    const [external_id, phone] = [nextExternalId(), nextPhone()];
    const first = await api.importContacts([{ phone, external_id }]);
    expect(first.contacts).toMatchObject([{ result: 'created' }]);
    const { contact_id } = first.contacts[0]!;
    const moved = nextPhone();
    const again = await api.importContacts([
      { phone: moved, external_id },
      { phone: moved, external_id },
    ]);
    expect(again).toMatchObject({
      created: 0,
      updated: 1,
      contacts: [{ contact_id }, { contact_id, result: 'updated' }],
    });
    expect(idsOf(await api.contacts(`?external_id=${external_id}`))).toEqual([contact_id]);
    const [other] = await workspace().contacts(1);
    const taken = { code: 'resource_conflict', pointer: '/external_id', rule: 'taken' };
    const change = { method: 'PATCH', path: `/contacts/${other!.contact_id}`, json: { external_id } };
    await expectRefused(workspace(), change, taken);
    await api.deleteContact(contact_id);
    expect(await api.contacts(`?external_id=${external_id}`)).toEqual([]);
    expect(await api.changeContact(other!.contact_id, { external_id })).toMatchObject({ external_id });
  });

  it('[api contact import results] each item tells what became of it; partial refuses single items', async () => {
    const { api, client } = workspace();
    const [external_id, phone] = [nextExternalId(), nextPhone()];
    const [known, other] = (await api.importContacts([{ phone, external_id }, { phone }])).contacts;
    const items = [
      { contact_id: other!.contact_id, phone, external_id },
      { contact_id: known!.contact_id, phone, name: 'Ann' },
      { contact_id: other!.contact_id.replace(/^./, 'f'), phone },
      { phone, external_id },
    ];
    const all = { method: 'POST', path: '/contacts/batch', json: { contacts: items } };
    const pointer = '/contacts/0/external_id';
    await expectRefused(workspace(), all, { code: 'resource_conflict', pointer, rule: 'taken' });
    const { refused, created, updated, unchanged, contacts } = await api.importContacts(items, { partial: true });
    expect({ refused, created, updated, unchanged }).toEqual({ refused: 1, created: 1, updated: 0, unchanged: 1 });
    expect(contacts.map(({ result }) => result)).toEqual(['refused', 'unchanged', 'created', 'unchanged']);
    expect(contacts[0]!.refusal).toMatchObject({ pointer, code: 'taken' });
    const json = { contacts: items, partial: true };
    const answers = await Promise.all(
      [1, 2].map(() => client.post('/contacts/batch', json, { 'idempotency-key': 'partial-import' })),
    );
    expect(jsonOf(answers[1]!)).toEqual(jsonOf(answers[0]!));
  });

  it('[api contact phone] [api contact details] references resolve by any phone; first phones come first', async () => {
    const { api } = workspace();
    const [phone, office] = [nextPhone(), nextPhone()];
    const [ann] = (await api.importContacts([{ phone, phones: [{ phone }, { phone: office }] }])).contacts;
    const { smart_list_id: id } = await api.createList();
    expect(await api.addMembers(id, [{ phone: office }, byId(ann!)])).toMatchObject({ inserted: 1, skipped: 1 });
    expect(await api.members(id)).toMatchObject([{ contact_id: ann!.contact_id, phone }]);
    const [bob] = (await api.importContacts([{ phone: office }])).contacts;
    expect(await api.addMembers(id, [byPhone(bob!)])).toMatchObject({ inserted: 1 });
    expect(idsOf(await api.contacts(`?phone=${encodeURIComponent(office)}`))).toEqual(idsOf([bob!, ann!]));
    expect(idsOf(await api.contacts(`?phone=${encodeURIComponent(office)}`, 1))).toEqual(idsOf([bob!, ann!]));
    await api.deleteContact(bob!.contact_id);
    expect(await api.addMembers(id, [{ phone: office }])).toMatchObject({ skipped: 1 });
  });

  it('[api contact filters] contacts are found and ordered by name and by the time of their import', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const names = ['Bob', 'ann', 'Änne', null, 'Anna'];
    const imported: Contact[] = [];
    for (const name of names) {
      const { contacts } = await owner.api.importContacts([{ phone: nextPhone(), name }]);
      imported.push(await owner.api.contact(contacts[0]!.contact_id));
    }
    const ids = idsOf(imported);
    const of = (...indexes: number[]) => indexes.map((index) => ids[index]);
    const found = async (filter: string) => idsOf(await owner.api.contacts(filter, 2));
    expect(await found('?sort=name')).toEqual(of(3, 1, 4, 2, 0));
    expect(await found('?sort=name&order=descending')).toEqual(of(0, 2, 4, 1, 3));
    expect(await found('?order=descending')).toEqual(of(4, 3, 2, 1, 0));
    expect(await found('?name_prefix=AN')).toEqual(of(1, 4, 2));
    expect(await found('?name_prefix=%C3%A4nn&sort=created')).toEqual(of(1, 2, 4));
    expect(await found('?name_prefix=zoe')).toEqual([]);
    const middle = imported[2]!.created_at;
    const since = imported.filter(({ created_at }) => created_at >= middle);
    expect(await found(`?created_from=${middle}`)).toEqual(idsOf(since));
    const until = imported.filter(({ created_at }) => created_at <= middle);
    expect(await found(`?created_to=${middle}&order=descending`)).toEqual(idsOf(until.toReversed()));
    const wrong = { method: 'GET', path: '/contacts?sort=phone' };
    await expectRefused(owner, wrong, { code: 'validation_failed', pointer: '/sort' });
  });

  it('[api contact attributes] contacts are found by attributes that are searchable, also those from before', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const values = ['gold', 3, '3', true, 'gold', null, 'old gold: 24'];
    const items = values.map((tier) => ({ phone: nextPhone(), attributes: { tier, plan: 'x' }, name: 'Ann' }));
    const ids = idsOf((await owner.api.importContacts(items)).contacts);
    const of = (...indexes: number[]) => indexes.map((index) => ids[index]);
    const found = async (filter: string) => idsOf(await owner.api.contacts(`?attribute=${filter}`, 1));
    const undeclared = { method: 'GET', path: '/contacts?attribute=tier:gold' };
    const refusal = { code: 'validation_failed', pointer: '/attribute', rule: 'not_searchable' };
    await expectRefused(owner, undeclared, refusal);
    const declare = async (names: readonly string[] | null) => {
      const path = `/admin/workspaces/${owner.id}`;
      const answer = await owner.service.admin.patch(path, { searchable_attributes: names });
      return success<{ workspace: { searchable_attributes: string[] } }>(answer, 200).workspace.searchable_attributes;
    };
    expect(await declare(['tier', 'plan'])).toEqual(['plan', 'tier']);
    expect(await declare([])).toEqual(['plan', 'tier']);
    expect((await owner.client.read<{ workspace: object }>('/me')).workspace).toMatchObject({
      searchable_attributes: ['plan', 'tier'],
    });
    expect(await found('tier:gold')).toEqual(of(0, 4));
    expect(await found('tier:gold&order=descending')).toEqual(of(4, 0));
    expect(await found('tier:3')).toEqual(of(1, 2));
    expect(await found('tier:true')).toEqual(of(3));
    expect(await found('tier:old%20gold:%2024')).toEqual(of(6));
    expect(await found('tier:')).toEqual([]);
    expect(await found('plan:x&name_prefix=an')).toEqual(ids);
    expect(await found(`plan:x&phone=${encodeURIComponent(items[1]!.phone)}`)).toEqual(of(1));
    await owner.api.changeContact(ids[0]!, { attributes: { tier: 'silver' } });
    expect(await found('tier:gold')).toEqual(of(4));
    await owner.api.eraseContact(ids[4]!);
    expect(await found('tier:gold')).toEqual([]);
    expect(await declare(['plan'])).toEqual(['plan']);
    await expectRefused(owner, undeclared, refusal);
    expect(await found('plan:x&sort=name&order=descending')).toEqual(of(6, 5, 3, 2, 1, 0));
    expect(await declare(null)).toEqual([]);
    const wrong = { method: 'GET', path: '/contacts?attribute=tier' };
    await expectRefused(owner, wrong, { ...refusal, rule: 'invalid_format' });
    for (const names of [['1st'], ['a', 'a'], ['a', 'b', 'c', 'd', 'e', 'f'], ['x'.repeat(65)], [1]]) {
      const answer = await owner.service.admin.patch(`/admin/workspaces/${owner.id}`, { searchable_attributes: names });
      expect(answer.status).toBe(400);
    }
  });

  it('[api contact details] are gone once the contact is erased, and its external id is free', async () => {
    const { api } = workspace();
    const [external_id, phone] = [nextExternalId(), nextPhone()];
    const item = { phone, external_id, attributes: { tier: 'gold' }, time_zone: 'Asia/Tokyo' };
    const [contact] = (await api.importContacts([item])).contacts;
    await api.eraseContact(contact!.contact_id);
    const again = await api.importContacts([{ contact_id: contact!.contact_id, phone }]);
    expect(again).toMatchObject({ created: 1 });
    expect(await api.contact(contact!.contact_id)).toMatchObject({
      external_id: null,
      attributes: {},
      time_zone: null,
    });
    expect((await api.importContacts([{ phone, external_id }])).contacts).toMatchObject([{ result: 'created' }]);
  });
});
