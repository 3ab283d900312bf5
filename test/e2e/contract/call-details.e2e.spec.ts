import { byId } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareService } from '../../support/shared.js';
import type { Call } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const service = shareService();
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await TestWorkspace.make(service());
});

const DETAILS = {
  agent_id: 'agent-7',
  reference: 'crm-2025-0042',
  notes: 'Asks for an offer.\nBy mail.',
  duration_seconds: 95,
  recording_url: 'https://recordings.example.com/2025/0042.wav?t=1',
};
const api = () => workspace.api;
const idsOf = (calls: readonly Call[]) => calls.map(({ call_id }) => call_id);
const patch = (id: string, json: object) => ({ method: 'PATCH', path: `/calls/${id}`, json });

describe('[api call details] details of a call', () => {
  it('are given with its beginning, its end and an outcome, and shown by every answer about it', async () => {
    const [contact] = await workspace.contacts(1);
    const begun = await api().registerCall(byId(contact!), { agent_id: 'agent-7', reference: 'with all' });
    expect(begun).toMatchObject({ agent_id: 'agent-7', reference: 'with all', notes: null });
    const ended = await api().endCall(begun.call_id, 'answered', { ...DETAILS, reference: 'with all' });
    expect(ended).toMatchObject({ state: 'completed', ...DETAILS, reference: 'with all' });
    expect(await api().call(begun.call_id)).toEqual(ended);
    // The same again changes nothing; other notes do.
    expect(await api().endCall(begun.call_id, 'answered', { notes: DETAILS.notes })).toEqual(ended);
    expect(await api().endCall(begun.call_id, 'answered', { notes: null })).toEqual({ ...ended, notes: null });
  });

  it('[api endpoints POST /dialer/next] of dispatched calls are those of the request; a reference is of one call', async () => {
    const dialed = await TestWorkspace.make(service());
    await dialed.contacts(3);
    const next = async (json: object) =>
      (jsonOf(await dialed.client.post('/dialer/next', json)) as { readonly calls: readonly Call[] }).calls;
    expect(await next({ limit: 2, agent_id: 'ada' })).toMatchObject([{ agent_id: 'ada' }, { agent_id: 'ada' }]);
    const two = { method: 'POST', path: '/dialer/next', json: { limit: 2, reference: 'of two' } };
    await expectRefused(dialed, two, { code: 'validation_failed', pointer: '/reference' });
    expect(await next({ agent_id: 'bob', reference: 'of one' })).toMatchObject([
      { agent_id: 'bob', reference: 'of one' },
    ]);
    expect(await dialed.api.calls('?state=in_progress&agent_id=bob')).toMatchObject([{ reference: 'of one' }]);
  });

  it('[api endpoints PATCH /calls/{callId}] may come after the call is completed', async () => {
    const { call_id } = await workspace.call();
    await api().endCall(call_id, 'busy');
    const changed = await api().changeCall(call_id, DETAILS);
    expect(changed).toMatchObject({ state: 'completed', ...DETAILS });
    expect(await api().changeCall(call_id, {})).toEqual(changed);
    await expectRefused(workspace, patch(UNKNOWN_ID, DETAILS), { code: 'not_found' });
  });

  it('are refused one by one where they are no details', async () => {
    const { call_id } = await workspace.call();
    for (const [field, value] of [
      ['agent_id', ''],
      ['agent_id', 'x'.repeat(101)],
      ['reference', 7],
      ['reference', 'x'.repeat(129)],
      ['notes', 'x'.repeat(2_001)],
      ['notes', 'a\u0000b'],
      ['duration_seconds', -1],
      ['duration_seconds', 604_801],
      ['duration_seconds', '95'],
      ['recording_url', 'recordings.example.com'],
      ['recording_url', 'ftp://example.com/a'],
      ['recording_url', 'https://example.com/a b'],
      ['recording_url', `https://example.com/${'a'.repeat(2_040)}`],
    ] as const) {
      await expectRefused(workspace, patch(call_id, { [field]: value }), {
        code: 'validation_failed',
        pointer: `/${field}`,
      });
    }
  });

  it('a reference is unique, also among requests at once, and does not change', async () => {
    const calls = await Promise.all(Array.from({ length: 4 }, () => workspace.call()));
    const answers = await Promise.all(
      calls.map(({ call_id }) => workspace.client.patch(`/calls/${call_id}`, { reference: 'raced' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const [{ call_id } = calls[0]!] = await api().calls('?reference=raced');
    for (const reference of ['another', null]) {
      await expectRefused(workspace, patch(call_id, { reference }), {
        code: 'resource_conflict',
        pointer: '/reference',
      });
    }
  });
});

describe('[api endpoints GET /calls] calls are found', () => {
  let found: TestWorkspace;
  let calls: readonly Call[];
  beforeAll(async () => {
    found = await TestWorkspace.make(service());
    const list = await found.api.createList({ priority: 'highest', min_retry_seconds: 0 });
    const contacts = await found.contacts(3);
    await found.api.addMembers(list.smart_list_id, contacts.map(byId));
    const { outcome } = await found.api.createOutcome();
    const first = (await found.api.next(3)).map(({ call_id }) => call_id);
    await found.api.changeCall(first[0]!, { agent_id: 'ada', reference: 'first' });
    await found.api.endCall(first[0]!, 'answered', { agent_id: 'ada' });
    await found.api.applyOutcome(first[0]!, outcome.outcome_id);
    await found.api.endCall(first[1]!, 'busy', { agent_id: 'bob' });
    calls = await found.api.calls();
  });

  it('oldest first, or newest first, with pages of any size', async () => {
    expect(calls).toHaveLength(3);
    expect(idsOf(await found.api.calls('?order=newest_first', 1))).toEqual(idsOf(calls).toReversed());
    expect(await found.api.calls('?order=oldest_first', 2)).toEqual(calls);
  });

  it.each<[string, (calls: readonly Call[]) => string, readonly number[]]>([
    ['state', () => 'state=in_progress', [2]],
    ['state completed', () => 'state=completed', [0]],
    ['state and agent', () => 'state=ended&agent_id=bob', [1]],
    ['result', () => 'result=busy', [1]],
    ['contact', (all) => `contact_id=${all[1]!.contact_id}`, [1]],
    ['list', (all) => `smart_list_id=${all[0]!.smart_list_id!}`, [0, 1, 2]],
    ['an unknown list', () => `smart_list_id=${UNKNOWN_ID}`, []],
    ['outcome', (all) => `outcome_id=${all[0]!.outcomes[0]!.outcome_id}`, [0]],
    ['agent', () => 'agent_id=ada', [0]],
    ['reference', () => 'reference=first', [0]],
    ['an unknown reference', () => 'reference=FIRST', []],
    ['beginning', (all) => `dispatched_from=${all[0]!.dispatched_at}&dispatched_to=2999-01-01T00:00:00Z`, [0, 1, 2]],
    [
      'one instant',
      (all) => `dispatched_from=${all[0]!.dispatched_at}&dispatched_to=${all[0]!.dispatched_at}`,
      [0, 1, 2],
    ],
    ['an end before the first', () => 'dispatched_to=2001-01-01T00:00:00Z', []],
  ])('by %s', async (_what, query, expected) => {
    const shown = await found.api.calls(`?${query(calls)}`);
    expect(shown).toEqual(expected.map((at) => calls[at]!));
    expect(await found.api.calls(`?${query(calls)}&order=newest_first`)).toEqual(shown.toReversed());
  });

  it('of no other workspace', async () => {
    const other = await TestWorkspace.make(service());
    expect(await other.api.calls('?reference=first')).toEqual([]);
    expect(await other.api.calls()).toEqual([]);
  });

  it.each(['state=over', 'result=sold', 'order=oldest', 'dispatched_from=yesterday', 'agent_id=', 'contact_id=7'])(
    'by no other filter: %s',
    async (query) => {
      const [field] = query.split('=') as [string];
      const request = { method: 'GET', path: `/calls?${query}` };
      await expectRefused(found, request, { code: 'validation_failed', pointer: `/${field}` });
    },
  );
});
