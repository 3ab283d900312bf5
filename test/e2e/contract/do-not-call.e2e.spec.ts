import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { expectProblem } from '../../support/problem.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: { TEST_CLOCK: '1', NODE_ENV: 'test' } });
let now = Date.parse('2031-05-05T10:00:00.000Z');

interface Entry {
  readonly phone: string | null;
  readonly reason: string | null;
  readonly source: string;
  readonly expires_at: string | null;
  readonly added_at: string;
}

/** Puts the clock ahead. */
async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000;
  const json = { now: new Date(now).toISOString() };
  success(await service().admin.send({ method: 'PUT', path: '/admin/clock', json }), 200);
}

const later = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();

/** The register of one workspace. */
class Register {
  constructor(readonly workspace: TestWorkspace) {}

  enter = async (...entries: readonly object[]) =>
    success<object>(await this.workspace.client.post('/do-not-call/batch', { entries }), 200);
  remove = async (...phones: readonly string[]) =>
    success<object>(await this.workspace.client.post('/do-not-call/batch-remove', { phones }), 200);
  get = (phone: string) => this.workspace.client.get(`/do-not-call/${encodeURIComponent(phone)}`);
  entry = async (phone: string) => success<{ entry: Entry }>(await this.get(phone), 200).entry;
  all = (pageSize?: number) => this.workspace.client.walk<Entry>('/do-not-call', 'entries', pageSize);
}

let workspace: TestWorkspace;
let register: Register;

beforeEach(async () => {
  await pass(24 * 60);
  workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
  register = new Register(workspace);
});

describe('the do-not-call register', () => {
  it('[api endpoints POST /do-not-call/batch] [api endpoints GET /do-not-call/{phone}] counts what is added, updated and unchanged, in order', async () => {
    const [one, two] = [nextPhone(), nextPhone()];
    expect(
      await register.enter({ phone: one }, { phone: one, reason: 'asked' }, { phone: two }, { phone: two }),
    ).toEqual({
      ...{ ok: true, added: 2, updated: 1, unchanged: 1 },
    });
    const added_at = new Date(now).toISOString();
    const entry = { phone: one, reason: 'asked', source: 'api', expires_at: null, added_at };
    expect(await register.entry(one)).toEqual(entry);
    await pass(1);
    expect(await register.enter({ phone: one, expires_at: later(60) })).toMatchObject({ updated: 1 });
    expect(await register.entry(one)).toEqual({ ...entry, reason: null, expires_at: later(60) });
    // The + of a path may be left as it is.
    expect((await workspace.client.get(`/do-not-call/${one}`)).status).toBe(200);
  });

  it('[api endpoints GET /do-not-call] lists the entries that count, in their order, page by page', async () => {
    const phones = [nextPhone(), nextPhone(), nextPhone(), nextPhone()];
    expect(await register.all()).toEqual([]);
    await register.enter(...phones.map((phone, n) => ({ phone, ...(n === 1 && { expires_at: later(5) }) })));
    await register.remove(phones[2]!);
    const shown = async (size: number) => (await register.all(size)).map(({ phone }) => phone);
    expect(await shown(1)).toEqual([phones[0], phones[1], phones[3]]);
    await pass(5);
    expect(await shown(1)).toEqual([phones[0], phones[3]]);
    await register.enter({ phone: phones[0]!, reason: 'again' }, { phone: phones[1]! });
    expect(await shown(50)).toEqual([phones[0], phones[3], phones[1]]);
  });

  it('[api endpoints POST /do-not-call/batch-remove] tells what counted, and skips the rest', async () => {
    const [one, two] = [nextPhone(), nextPhone()];
    expect(await register.remove(one)).toEqual({ ok: true, removed: 0, skipped: 1 });
    await register.enter({ phone: one });
    expect(await register.remove(two, one, one)).toEqual({ ok: true, removed: 1, skipped: 2 });
    expectProblem(await register.get(one), 'not_found');
    expectProblem(await register.get('2025550101'), 'not_found');
  });

  it.each([
    [{}, '/entries'],
    [{ entries: [] }, '/entries'],
    [{ entries: Array.from({ length: 101 }, () => ({ phone: '+12025550100' })) }, '/entries'],
    [{ entries: [{ phone: '2025550101' }] }, '/entries/0/phone'],
    [{ entries: [{ phone: '+12025550101', reason: 'x'.repeat(201) }] }, '/entries/0/reason'],
    [{ entries: [{ phone: '+12025550101', expires_at: 'tomorrow' }] }, '/entries/0/expires_at'],
    [
      { entries: [{ phone: '+12025550101' }, { phone: '+12025550102', expires_at: '2001-01-01T00:00:00Z' }] },
      '/entries/1/expires_at',
    ],
    [{ entries: [{ phone: '+12025550101', until: null }] }, '/entries/0/until'],
  ])('[api endpoints POST /do-not-call/batch] refuses %j at %s, and enters no number', async (body, pointer) => {
    const request = { method: 'POST', path: '/do-not-call/batch', json: body };
    await expectRefused(workspace, request, { code: 'validation_failed', pointer });
    expect(await register.all()).toEqual([]);
  });
});

describe('a barred number', () => {
  it('[api endpoints POST /do-not-call/batch] keeps every contact with it from being dialed, at its place, until it is removed', async () => {
    const { api, client } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const list = await api.createList({ min_retry_seconds: 0 });
    await api.addMembers(list.smart_list_id, [byId(ann!), byId(bob!)]);
    await register.enter({ phone: ann!.phone, expires_at: later(30) });
    const frozen = { contact_id: ann!.contact_id, status_reason: 'do_not_call', schedule_time: null };
    expect(await api.members(list.smart_list_id, 'frozen')).toMatchObject([frozen]);
    const read = async () => {
      const path = `/smart-lists/${list.smart_list_id}/progress`;
      return (await client.read<{ progress: { members: object } }>(path)).progress.members;
    };
    expect(await read()).toMatchObject({ active: 2, frozen: 1, queued: 1 });
    const explain = `/smart-lists/${list.smart_list_id}/members/${ann!.contact_id}/explain`;
    const { gates } = await client.read<{ gates: readonly { readonly gate: string }[] }>(explain);
    expect(gates.find(({ gate }) => gate === 'do_not_call')).toEqual({
      ...{ gate: 'do_not_call', status: 'frozen', passed: false, value: 'barred', threshold: 'free' },
      until: later(30),
    });
    expect((await api.next(5)).map(({ contact_id }) => contact_id)).toEqual([bob!.contact_id]);
    await pass(30);
    expect(await read()).toMatchObject({ active: 2, frozen: 0, queued: 1, in_call: 1 });
    expect((await api.next(5)).map(({ contact_id }) => contact_id)).toEqual([ann!.contact_id]);
  });

  it('[api endpoints POST /contacts/{contactId}/erase] is barred all the same once its contact is erased, and shown to nobody', async () => {
    const { api } = workspace;
    const [ann] = await workspace.contacts(1);
    await register.enter({ phone: ann!.phone, reason: 'asked' });
    await api.eraseContact(ann!.contact_id);
    expect(await register.entry(ann!.phone)).toMatchObject({ phone: null, reason: 'asked' });
    expect(await register.all()).toMatchObject([{ phone: null }]);
    const list = await api.createList();
    const [again] = (await api.importContacts([{ phone: ann!.phone }])).contacts;
    await api.addMembers(list.smart_list_id, [byId(again!)]);
    expect(await api.members(list.smart_list_id)).toMatchObject([{ status_reason: 'do_not_call' }]);
    expect(await api.next(5)).toEqual([]);
    expect(await register.remove(ann!.phone)).toMatchObject({ removed: 1 });
    expect(await api.next(5)).toHaveLength(1);
  });

  it('[api endpoints PATCH /contacts/{contactId}] is left behind by a contact that gets another one, and follows who gets it', async () => {
    const { api } = workspace;
    const [ann, bob] = await workspace.contacts(2);
    const list = await api.createList();
    await api.addMembers(list.smart_list_id, [byId(ann!), byId(bob!)]);
    await register.enter({ phone: ann!.phone });
    await api.changeContact(bob!.contact_id, { phone: ann!.phone });
    expect(await api.members(list.smart_list_id, 'frozen')).toHaveLength(2);
    await api.changeContact(ann!.contact_id, { phone: nextPhone() });
    expect(await api.members(list.smart_list_id, 'queued')).toMatchObject([{ contact_id: ann!.contact_id }]);
    expect((await api.next(5)).map(({ contact_id }) => contact_id)).toEqual([ann!.contact_id]);
  });
});
