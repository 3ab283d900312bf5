import { byId } from '../../support/api.js';
import type { Answer } from '../../support/http.js';
import { linesIn, tableIn } from '../../support/export-reader.js';
import { Imports } from '../../support/imports.js';
import { expectProblem } from '../../support/problem.js';
import { shareWorkspace } from '../../support/shared.js';
import type { Contact } from '../../support/types.js';
import { until } from '../../support/until.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const workspace = shareWorkspace();

/** The answer to an export, once the index of events has what was written before. */
async function exported(path: string): Promise<Answer> {
  let answer: Answer | undefined;
  await until('the export begins', async () => {
    answer = await workspace().client.get(`/exports/${path}`);
    return answer.status !== 503;
  });
  expect(answer!.status).toBe(200);
  return answer!;
}

const AWKWARD = 'a "quoted", name; ünd so';

describe('exports', () => {
  let listId: string;
  beforeAll(async () => {
    const { api, client } = workspace();
    const phones = [
      { phone: nextPhone(), label: 'mobile' },
      { phone: nextPhone(), label: null },
    ];
    await api.importContacts([
      { external_id: 'crm-1', phone: phones[0]!.phone, phones, name: AWKWARD, time_zone: 'Europe/Vienna' },
      { phone: nextPhone(), name: '=1+1', attributes: { tier: '@gold', visits: 3, agreed: true } },
      { phone: nextPhone() },
    ]);
    listId = (await api.createList()).smart_list_id;
    const contacts = await api.contacts();
    await api.addMembers(listId, contacts.map(byId));
    const call = await api.registerCall(byId(contacts[0]!), { notes: 'two\nlines', agent_id: 'ada' });
    await api.endCall(call.call_id, 'busy');
    await api.registerCall(byId(contacts[1]!));
    await client.delete(`/contacts/${contacts[2]!.contact_id}`);
  });

  it.each([
    // Exports have no zones: they follow settings.
    ['contacts', async () => (await workspace().api.contacts()).map(withoutZones)],
    ['members', () => workspace().api.members(listId)],
    ['calls', () => workspace().client.walk('/calls', 'calls')],
  ] as const)('[api exports formats] %s as JSON Lines are the objects of the list endpoint', async (name, list) => {
    const query = name === 'members' ? `&smart_list_id=${listId}` : '';
    const answer = await exported(`${name}?format=jsonl${query}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${String(answer.headers['export-revision'])}.jsonl"`,
      'export-time': expect.stringMatching(/Z$/),
    });
    const rows = linesIn(answer);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(await list());
  });

  it('[api exports formats] contacts as CSV have the columns of an import, and cells as they are', async () => {
    const answer = await exported('contacts');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const text = answer.bytes.toString();
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text.split('\r\n')[0]).toBe(
      'contact_id,external_id,phone,phone_label,name,time_zone,phone_2,phone_2_label,phone_3,phone_3_label,' +
        'phone_4,phone_4_label,phone_5,phone_5_label,attributes.agreed,attributes.tier,attributes.visits',
    );
    const contacts = await workspace().api.contacts();
    const table = tableIn(answer);
    expect(table.map(({ contact_id, phone }) => ({ contact_id, phone }))).toEqual(
      contacts.map(({ contact_id, phone }) => ({ contact_id, phone })),
    );
    expect(table[0]).toMatchObject({ name: AWKWARD, phone_label: 'mobile', phone_2_label: '', 'attributes.tier': '' });
    const typeless = { 'attributes.tier': '@gold', 'attributes.visits': '3', 'attributes.agreed': 'true' };
    expect(table[1]).toMatchObject({ name: '=1+1', external_id: '', ...typeless });
  });

  it('[api exports formats] members and calls as CSV have their fields as columns', async () => {
    const members = tableIn(await exported(`members?smart_list_id=${listId}`));
    expect(members).toHaveLength(2);
    expect(members[1]).toMatchObject({ smart_list_id: listId, status: 'in_call', attempt_count: '0', erased_at: '' });
    const calls = tableIn(await exported('calls'));
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({ notes: 'two\nlines', agent_id: 'ada', result: 'busy', 'snapshot.name': '' });
  });

  it('[api exports formats] [api imports] the refused rows of an import are those of its list, as a table too', async () => {
    const imports = new Imports(workspace().client);
    // More than are read at a time: an event has at most a hundred.
    const rows = Array.from({ length: 2_150 }, (_, n) => (n % 7 === 0 ? `"two\n${n}",x` : `${n},x`));
    const done = await imports.done({ kind: 'contacts' }, `phone,name\n${rows.join('\n')}\n`);
    expect(done.counts).toMatchObject({ refused: rows.length });
    const listed = await imports.refused(done.import_id);
    expect(listed).toHaveLength(rows.length);
    const path = `refused-rows?import_id=${done.import_id}`;
    expect(linesIn(await exported(`${path}&format=jsonl`))).toEqual(listed);
    const texts = listed.map(({ row, line, ...rest }) => ({ row: String(row), line: String(line), ...rest }));
    const table = await exported(path);
    expect(tableIn(table)).toEqual(texts);
    expect(table.headers['content-disposition']).toContain(
      `refused-rows-${String(table.headers['export-revision'])}.csv`,
    );
    const none = await imports.done({ kind: 'contacts' }, 'phone\n');
    expect((await exported(`refused-rows?import_id=${none.import_id}`)).bytes.toString()).toBe(
      'row,line,pointer,code,detail\r\n',
    );
    const foreign = await TestWorkspace.make(workspace().service);
    expectProblem(await foreign.client.get(`/exports/${path}`), 'not_found');
    expectProblem(await workspace().client.get('/exports/refused-rows'), 'validation_failed');
  });

  it('[api exports formats] without rows a table has its header alone, and JSON Lines have nothing', async () => {
    const future = 'dispatched_from=2999-01-01T00:00:00.000Z';
    expect((await exported(`calls?${future}`)).bytes.toString()).toMatch(/^call_id,[^\r]*\r\n$/);
    expect((await exported(`calls?format=jsonl&${future}`)).bytes).toHaveLength(0);
  });

  it('[api exports formats] calls fit all filters', async () => {
    const [first, second] = await workspace().client.walk<{ contact_id: string; dispatched_at: string }>(
      '/calls',
      'calls',
    );
    const of = async (query: string) => linesIn(await exported(`calls?format=jsonl&${query}`));
    expect(await of(`contact_id=${second!.contact_id}`)).toEqual([second]);
    expect(await of(`dispatched_to=${first!.dispatched_at}`)).toEqual([first]);
    expect(await of(`dispatched_from=${second!.dispatched_at}&contact_id=${first!.contact_id}`)).toEqual([]);
    expect(await of(`smart_list_id=${listId}`)).toEqual([]);
  });

  it('[api exports] come compressed where the client takes it, and HEAD has the headers alone', async () => {
    const { client, service } = workspace();
    for (const format of ['csv', 'jsonl']) {
      const plain = await exported(`contacts?format=${format}`);
      const headers = { authorization: `Bearer ${client.token!}`, 'accept-encoding': 'gzip' };
      const url = `http://127.0.0.1:${service.port}/exports/contacts?format=${format}`;
      const packed = await fetch(url, { headers });
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(await packed.text()).toBe(plain.bytes.toString());
    }
    const url = `http://127.0.0.1:${service.port}/exports/contacts`;
    const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${client.token!}` } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('export-revision')).toMatch(/^\d+$/);
  });

  it('[api exports] are of one workspace: a foreign list is unknown; parameters are checked', async () => {
    const { client } = workspace();
    const foreign = await TestWorkspace.make(workspace().service);
    const { smart_list_id } = await foreign.api.createList();
    expectProblem(await client.get(`/exports/members?smart_list_id=${smart_list_id}`), 'not_found');
    const refused = ['members', 'members?smart_list_id=x', 'contacts?format=xml', 'contacts?page_size=5'];
    for (const path of refused) expectProblem(await client.get(`/exports/${path}`), 'validation_failed');
  });
});

function withoutZones({ zones: _zones, zones_source: _source, capped_until: _until, ...contact }: Contact): object {
  return contact;
}
