import { connect } from 'node:net';
import { byPhone } from '../../support/api.js';
import { success } from '../../support/client.js';
import { CSV, type Import, Imports, JSON_LINES } from '../../support/imports.js';
import { expectProblem } from '../../support/problem.js';
import { shareWorkspace } from '../../support/shared.js';
import type { Contact } from '../../support/types.js';
import { until } from '../../support/until.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const workspace = shareWorkspace();
const imports = (): Imports => new Imports(workspace().client);
const counts = (some: Readonly<Record<string, number>>) => ({
  ...{ created: 0, updated: 0, unchanged: 0, members_added: 0, members_removed: 0, refused: 0 },
  ...some,
});
const phones = (count: number): readonly string[] => Array.from({ length: count }, () => nextPhone());
const byExternalId = async (id: string): Promise<Contact> => {
  const { contacts } = await workspace().client.read<{ contacts: Contact[] }>(`/contacts?external_id=${id}`);
  return contacts[0]!;
};

describe('an import', () => {
  it('[api imports] [api endpoints PUT /imports/{importId}/rows] makes and changes contacts of a CSV file and puts them on a list', async () => {
    const { api } = workspace();
    const { smart_list_id } = await api.createList();
    const [first, second, office] = phones(3);
    const header = 'external_id,phone,name,phone_2,phone_2_label,attributes,attributes.city,time_zone';
    const rows = [
      `csv-1,${first},"Ann, ""the"" first",${office},office,"{""visits"":3}",Wien,Europe/Vienna`,
      `csv-2,${second},,,,,,`,
      `csv-2,${second},Bob,,,,,`,
      'csv-3,12345,Cat,,,,,',
      `csv-4,${second},,,,,,Mars/Olympus`,
    ];
    const body = { kind: 'contacts', smart_list_id, name: 'autumn.csv' };
    const done = await imports().done(body, [header, ...rows, ''].join('\r\n'));
    expect(done).toMatchObject({ ...body, state: 'finished', rows: 5 });
    expect(done.counts).toEqual(counts({ created: 2, updated: 1, members_added: 2, refused: 2 }));
    expect(done.ended_at).not.toBeNull();
    expect(await imports().get(done.import_id)).toEqual(done);
    expect(await byExternalId('csv-1')).toMatchObject({
      ...{ phone: first, name: 'Ann, "the" first', time_zone: 'Europe/Vienna' },
      phones: [
        { phone: first, label: null },
        { phone: office, label: 'office' },
      ],
      attributes: { visits: 3, city: 'Wien' },
    });
    expect(await byExternalId('csv-2')).toMatchObject({ phone: second, name: 'Bob' });
    expect(await imports().refused(done.import_id)).toMatchObject([
      { row: 4, line: 5, pointer: '/phone' },
      { row: 5, line: 6, pointer: '/time_zone' },
    ]);
    const members = await workspace().client.walk(`/smart-lists/${smart_list_id}/members`, 'members');
    expect(members).toHaveLength(2);
    expect(members).toContainEqual(expect.objectContaining({ source: 'import' }));
  });

  it('[api imports] takes JSON Lines, plain and compressed, with the rules of POST /contacts/batch', async () => {
    const [first, second] = phones(2);
    const lines = [
      { phone: first, external_id: 'jsonl-1', attributes: { visits: 3, agreed: true } },
      { phone: second, nickname: 'x' },
      [],
    ].map((line) => JSON.stringify(line));
    const id = await imports().create({ kind: 'contacts' });
    const answer = await imports().sendGzip(id, [...lines, '', '{"phone":', ''].join('\n'), JSON_LINES);
    const { import: done } = success<{ import: Import }>(answer, 200);
    expect(done.counts).toEqual(counts({ created: 1, refused: 3 }));
    expect(await byExternalId('jsonl-1')).toMatchObject({ attributes: { visits: 3, agreed: true } });
    expect(await imports().refused(id, 1)).toMatchObject([
      { row: 2, line: 2, pointer: '/nickname', code: 'unknown_field' },
      { row: 3, line: 3 },
      { row: 4, line: 5 },
    ]);
  });

  it('[api imports] adds contacts to a list and takes them off one or all', async () => {
    const { api, client } = workspace();
    const [list, other] = [await api.createList(), await api.createList()];
    const contacts = await workspace().contacts(3);
    const [ann, bob, cat] = contacts;
    await api.changeContact(cat!.contact_id, { external_id: 'members-3' });
    const file = `contact_id,phone,external_id\n${ann!.contact_id},,\n,${bob!.phone},\n,,members-3\n,,nobody\n${ann!.contact_id},${bob!.phone},\n`;
    const added = await imports().done({ kind: 'members', smart_list_id: list.smart_list_id }, file);
    expect(added.counts).toEqual(counts({ members_added: 3, refused: 2 }));
    expect(await imports().refused(added.import_id)).toMatchObject([
      { row: 4, line: 5, pointer: '', code: 'unknown' },
      { row: 5, line: 6, pointer: '' },
    ]);
    await api.addMembers(other.smart_list_id, contacts.map(byPhone));
    const one = await imports().done({ kind: 'removals', smart_list_id: list.smart_list_id }, `phone\n${ann!.phone}\n`);
    expect(one.counts).toEqual(counts({ members_removed: 1 }));
    const all = await imports().done({ kind: 'removals' }, `phone\n${ann!.phone}\n${bob!.phone}\n${bob!.phone}\n`);
    expect(all.counts).toEqual(counts({ members_removed: 2, unchanged: 1 }));
    const on = async (id: string): Promise<number> =>
      (await client.walk(`/smart-lists/${id}/members`, 'members')).length;
    expect([await on(list.smart_list_id), await on(other.smart_list_id)]).toEqual([1, 1]);
  });

  it('[api imports] passes over what is done when its file is sent again, and refuses another file', async () => {
    const file = `phone,external_id\n${phones(450)
      .map((phone, at) => `${phone},again-${at}`)
      .join('\n')}\n`;
    const id = await imports().create({ kind: 'contacts' });
    // A quote that is never closed ends the file: what was read before it is done.
    const broken = await imports().send(id, `${file}"`);
    expectProblem(broken, 'validation_failed');
    const begun = await imports().get(id);
    expect(begun.state).toBe('open');
    expect(begun.rows).toBeGreaterThan(0);
    const other = await imports().send(id, file.replaceAll('again-', 'other-'));
    expectProblem(other, 'resource_conflict');
    expectProblem(await imports().send(id, 'phone,external_id\n'), 'resource_conflict');
    const done = success<{ import: Import }>(await imports().send(id, file), 200).import;
    expect(done).toMatchObject({ state: 'finished', rows: 450, counts: counts({ created: 450 }) });
    // The answer was lost: the same file again is answered alike, and changes nothing.
    expect(success<{ import: Import }>(await imports().send(id, file), 200).import).toEqual(done);
    expectProblem(await imports().send(id, `${file}${nextPhone()},more\n`), 'resource_conflict');
  });

  it('[api imports] takes an exported table as it is', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const [phone, office] = phones(2) as [string, string];
    const details = { phones: [{ phone, label: 'mobile' }, { phone: office }], attributes: { 'tier.of-1': '=1' } };
    const contacts = [{ phone, name: 'Ann, "the" first', time_zone: 'UTC', ...details }, { phone: office }];
    await owner.api.importContacts(contacts);
    let table = '';
    await until('the export begins', async () => {
      const answer = await owner.client.get('/exports/contacts');
      table = answer.bytes.toString();
      return answer.status === 200;
    });
    const back = await new Imports(owner.client).done({ kind: 'contacts' }, table);
    expect(back.counts).toEqual(counts({ unchanged: 2 }));
    const other = await TestWorkspace.make(workspace().service);
    await new Imports(other.client).done({ kind: 'contacts' }, table);
    const shown = async ({ api }: TestWorkspace) => (await api.contacts()).map(({ created_at: _, ...rest }) => rest);
    expect(await shown(other)).toEqual(await shown(owner));
  });

  it('[api imports] that breaks off goes on where it was', async () => {
    const { client, service } = workspace();
    const id = await imports().create({ kind: 'contacts' });
    // More than the 16 KiB that are read at a time, so that rows are done before the end has come.
    const rows = phones(300).map((phone, at) => `${phone},broken-${at},${'x'.repeat(80)}\n`);
    const file = `phone,external_id,name\n${rows.join('')}`;
    const socket = connect(service.port, '127.0.0.1');
    const head = `PUT /imports/${id}/rows HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\nContent-Type: text/csv\r\nContent-Length: ${file.length}\r\n\r\n`;
    socket.write(head + file.slice(0, file.length - 20));
    await until('the first rows are done', async () => (await imports().get(id)).rows > 0);
    socket.destroy();
    const done = success<{ import: Import }>(await untilFree(() => imports().send(id, file)), 200).import;
    expect(done).toMatchObject({ rows: 300, counts: counts({ created: 300 }) });
  });

  it('[api imports] that is cancelled takes no row', async () => {
    const id = await imports().create({ kind: 'contacts' });
    const cancel = () => workspace().client.post(`/imports/${id}/cancel`);
    const { import: cancelled } = success<{ import: Import }>(await cancel(), 200);
    expect(cancelled).toMatchObject({ state: 'cancelled', rows: 0 });
    expect(success<{ import: Import }>(await cancel(), 200).import).toEqual(cancelled);
    expectProblem(await imports().send(id, `phone\n${nextPhone()}\n`), 'resource_conflict');
  });

  it('[api imports] is listed, the newest first, and by its state', async () => {
    const owner = await TestWorkspace.make(workspace().service);
    const mine = new Imports(owner.client);
    const ids = [await mine.create({ kind: 'contacts' }), await mine.create({ kind: 'removals' })];
    await mine.done({ kind: 'contacts' }, 'phone\n');
    const listed = await owner.client.walk<Import>('/imports', 'imports', 1);
    expect(listed.map(({ import_id }) => import_id).slice(1)).toEqual([...ids].reverse());
    const open = await owner.client.walk<Import>('/imports?state=open', 'imports', 1);
    expect(open.map(({ import_id }) => import_id)).toEqual([...ids].reverse());
    for (let n = ids.length; n < 20; n += 1) await mine.create({ kind: 'contacts' });
    expectProblem(await owner.client.post('/imports', { kind: 'contacts' }), 'resource_conflict');
  });
});

describe('the file of an import', () => {
  const send = async (file: string | Uint8Array, headers: Readonly<Record<string, string>> = CSV) =>
    imports().send(await imports().create({ kind: 'contacts' }), file, headers);

  it('[api imports] is refused where it cannot be read, with the line', async () => {
    const bad: readonly (readonly [string | Uint8Array, string])[] = [
      [`phone\n${nextPhone()}\n"`, 'broken_csv'],
      ['phone,phone\n', 'bad_header'],
      [Buffer.from('phone,name\n+12025550100,\xff\n', 'latin1'), 'not_utf8'],
      [Buffer.from('\ufeffphone\n', 'utf16le'), 'not_utf8'],
      [`phone,name\n+12025550100,${'x'.repeat(70_000)}\n`, 'row_too_large'],
    ];
    for (const [file, code] of bad) {
      const refusal = expectProblem(await send(file), 'validation_failed');
      expect(refusal.errors).toMatchObject([{ pointer: '', code }]);
      expect(refusal.detail).toMatch(/^Line \d+: /);
    }
    expectProblem(await send('x', { ...CSV, 'content-encoding': 'gzip' }), 'validation_failed');
  });

  it('[api imports] is CSV or JSON Lines in UTF-8, and there', async () => {
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/csv; charset=iso-8859-1' },
      { ...CSV, 'content-encoding': 'br' },
    ]) {
      expectProblem(await send('phone\n', headers), 'unsupported_media_type');
    }
    const id = await imports().create({ kind: 'contacts' });
    const path = `/imports/${id}/rows`;
    expectProblem(await workspace().client.send({ method: 'PUT', path }), 'validation_failed');
    success(await send('phone\n', { 'content-type': 'text/csv; charset=UTF-8' }), 200);
    const json = { method: 'POST', path: '/imports', headers: CSV, body: 'phone\n' };
    expectProblem(await workspace().client.send(json), 'unsupported_media_type');
  });
});

/** Repeats a request while the service still does the rows of one whose client is gone. */
async function untilFree(send: () => ReturnType<Imports['send']>): ReturnType<Imports['send']> {
  let answer = await send();
  await until('the rows before are done', async () => {
    if (answer.status === 503) answer = await send();
    return answer.status === 200;
  });
  return answer;
}
