import { nextName } from '../../support/api.js';
import { jsonOf } from '../../support/contract.js';
import { expectRefused } from '../../support/refused.js';
import { shareWorkspace } from '../../support/shared.js';
import type { OutcomeEnvelope } from '../../support/types.js';
import { TestWorkspace, UNKNOWN_ID } from '../../support/workspace.js';

const workspace = shareWorkspace();

const HOOK = 'https://hooks.example.com/outcome';
const NONE = { destination_type: 'none', destination_id: null, destination_name: null };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const create = (json: object) => ({
  method: 'POST',
  path: '/phone-system/outcomes',
  json: { outcome_name: 'x', ...json },
});

describe('outcomes', () => {
  it('[seed 4 POST /phone-system/outcomes] [seed 2.3 envelope] [api outcome] 201 with the envelope', async () => {
    const { client } = await TestWorkspace.make(workspace().service);
    const answer = await client.post('/phone-system/outcomes', { outcome_name: ' Interested ' });
    expect(answer.status).toBe(201);
    const body = jsonOf(answer) as OutcomeEnvelope;
    expect(body).toEqual({
      ok: true,
      disposition_popup_enabled: true,
      outcome: {
        outcome_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        outcome_name: 'Interested',
        outcome_type: 'disposition',
        order: 1,
        destination: NONE,
        webhook_url: null,
        retry_seconds: null,
        version: 1,
        created_at: expect.stringMatching(TIME),
        updated_at: body.outcome.created_at,
      },
    });
    expect(answer.headers.location).toBe(`/phone-system/outcomes/${body.outcome.outcome_id}`);
    expect(answer.headers.etag).toBe('"1"');
  });

  it.each([[null], [0], [31_536_000]])('[api outcome] retry_seconds: %j is accepted', async (retry_seconds) => {
    const { api } = workspace();
    const { outcome } = await api.createOutcome({ retry_seconds });
    expect((await api.outcome(outcome.outcome_id)).outcome).toMatchObject({ retry_seconds });
  });

  it.each([[-1], [31_536_001], [0.5], ['60'], [{}]])('[api outcome] retry_seconds: %j is refused', (retry_seconds) =>
    expectRefused(
      workspace(),
      { method: 'POST', path: '/phone-system/outcomes', json: { outcome_name: 'Later', retry_seconds } },
      { code: 'validation_failed', pointer: '/retry_seconds' },
    ),
  );

  it('[seed 2.3 outcome_id] [seed 2.3 created_at] [seed 2.3 updated_at] are set by the service', async () => {
    for (const field of [
      'outcome_id',
      'created_at',
      'updated_at',
      'version',
      'destination',
      'disposition_popup_enabled',
    ]) {
      const refusal = { code: 'validation_failed', pointer: `/${field}`, rule: 'unknown_field' };
      await expectRefused(workspace(), create({ [field]: UNKNOWN_ID }), refusal);
    }
    const { outcome } = await workspace().api.createOutcome();
    const changed = (await workspace().api.changeOutcome(outcome.outcome_id, { outcome_name: 'Other' })).outcome;
    expect(changed).toEqual({ ...outcome, outcome_name: 'Other', version: 2, updated_at: changed.updated_at });
    expect(changed.updated_at).toMatch(TIME);
    expect(changed.updated_at >= outcome.updated_at).toBe(true);
  });

  it('[seed 2.3 outcome_name] is required, has 1 to 200 characters, need not be unique', async () => {
    const { api } = workspace();
    const request = { method: 'POST', path: '/phone-system/outcomes', json: {} };
    await expectRefused(workspace(), request, { code: 'validation_failed', pointer: '/outcome_name' });
    for (const outcome_name of ['', ' ', 'x'.repeat(201), null, 5]) {
      await expectRefused(workspace(), create({ outcome_name }), {
        code: 'validation_failed',
        pointer: '/outcome_name',
      });
    }
    const name = '😀'.repeat(200);
    expect((await api.createOutcome({ outcome_name: name })).outcome.outcome_name).toBe(name);
    expect((await api.createOutcome({ outcome_name: name })).outcome.outcome_name).toBe(name);
  });

  it('[seed 2.3 outcome_type] is action or disposition; [seed 2.3 webhook_url] [seed 4 rule 5] webhook', async () => {
    const { api } = workspace();
    const action = await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK });
    expect(action.outcome).toMatchObject({ outcome_type: 'action', webhook_url: HOOK });
    const plain = await api.createOutcome({ outcome_type: 'disposition', destination_type: 'none' });
    expect(plain.outcome).toMatchObject({ outcome_type: 'disposition', webhook_url: null, destination: NONE });
    for (const outcome_type of ['other', 'Action', '', null]) {
      await expectRefused(workspace(), create({ outcome_type }), {
        code: 'validation_failed',
        pointer: '/outcome_type',
      });
    }
    const refusal = { code: 'validation_failed', pointer: '/webhook_url' };
    await expectRefused(workspace(), create({ outcome_type: 'action' }), refusal);
    await expectRefused(workspace(), create({ outcome_type: 'action', webhook_url: null }), refusal);
    await expectRefused(workspace(), create({ outcome_type: 'disposition', webhook_url: HOOK }), refusal);
    await expectRefused(workspace(), create({ webhook_url: HOOK }), refusal);
  });

  it.each([
    ['http://hooks.example.com/x'],
    ['ftp://hooks.example.com/x'],
    ['hooks.example.com'],
    ['https://'],
    ['https://user:secret@hooks.example.com/'],
    ['https://user@hooks.example.com/'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`],
    ['https://127.0.0.1/x'],
    ['https://10.1.2.3/'],
    ['https://192.168.0.1/'],
    ['https://169.254.169.254/latest'],
    ['https://100.64.0.1/'],
    ['https://[::1]/'],
    ['https://[fd00::1]/'],
    ['https://[fe80::1]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://[64:ff9b::7f00:1]/'],
    ['https://0.0.0.0/'],
    ['https://2130706433/'],
    ['https://0x7f.1/'],
    ['https://224.0.0.1/'],
    ['https://255.255.255.255/'],
    ['https://hooks..example.com/'],
    [`https://${'x'.repeat(64)}.example.com/`],
    ['https://hooks-.example.com/'],
    ['https://hooks.example.com:0/'],
    [''],
    [5],
  ])('[seed 2.3 webhook_url] [api outcome] %j is refused', (webhook_url) =>
    expectRefused(workspace(), create({ outcome_type: 'action', webhook_url }), {
      code: 'validation_failed',
      pointer: '/webhook_url',
    }),
  );

  it('[seed 2.3 order] [api outcome order] a 32-bit integer; omitted: one past the highest', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    const orderOf = async (body: object) => (await api.createOutcome(body)).outcome.order;
    expect(await orderOf({})).toBe(1);
    expect(await orderOf({})).toBe(2);
    expect(await orderOf({ order: 10 })).toBe(10);
    expect(await orderOf({})).toBe(11);
    expect(await orderOf({ order: -(2 ** 31) })).toBe(-(2 ** 31));
    expect(await orderOf({ order: 10 })).toBe(10);
    const { outcomes } = await api.outcomes();
    const sorted = [...outcomes].sort((a, b) => a.order - b.order || (a.outcome_id < b.outcome_id ? -1 : 1));
    expect(outcomes).toEqual(sorted);
    for (const order of [2 ** 31, -(2 ** 31) - 1, 1.5, '1', null]) {
      await expectRefused(workspace(), create({ order }), { code: 'validation_failed', pointer: '/order' });
    }
  });

  it('[api outcome order] omitted after the highest possible one: equal, the newer outcome is last', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    await api.createOutcome({ order: 2 ** 31 - 1 });
    const { outcome } = await api.createOutcome();
    expect(outcome.order).toBe(2 ** 31 - 1);
    expect((await api.outcomes()).outcomes.at(-1)).toEqual(outcome);
  });

  it('[seed 2.3 destination_type] [seed 2.3 destination_id] [seed 2.3 destination] a list with its name', async () => {
    const { api } = workspace();
    const list = await api.createList();
    const body = { destination_type: 'smart_list', destination_id: list.smart_list_id.toUpperCase() };
    const { outcome } = await api.createOutcome(body);
    const destination = {
      destination_type: 'smart_list',
      destination_id: list.smart_list_id,
      destination_name: list.name,
    };
    expect(outcome.destination).toEqual(destination);
    const { name } = await api.changeList(list.smart_list_id, { name: nextName('Renamed') });
    expect((await api.outcome(outcome.outcome_id)).outcome.destination).toEqual({
      ...destination,
      destination_name: name,
    });
    for (const destination_type of ['call', 'smart_lists', '', null]) {
      await expectRefused(workspace(), create({ destination_type }), {
        code: 'validation_failed',
        pointer: '/destination_type',
      });
    }
  });

  it('[seed 4 GET /phone-system/outcomes] [seed 2.3 disposition_popup_enabled] [seed 3 popup] the flag', async () => {
    const { api } = await TestWorkspace.make(workspace().service);
    expect(await api.outcomes()).toEqual({ ok: true, outcomes: [], disposition_popup_enabled: false });
    const action = await api.createOutcome({ outcome_type: 'action', webhook_url: HOOK });
    expect(action.disposition_popup_enabled).toBe(false);
    const first = await api.createOutcome({ outcome_type: 'disposition' });
    expect(first.disposition_popup_enabled).toBe(true);
    const { outcomes, disposition_popup_enabled } = await api.outcomes();
    expect({ outcomes, disposition_popup_enabled }).toEqual({
      outcomes: [action.outcome, first.outcome],
      disposition_popup_enabled: true,
    });
    expect((await api.outcome(action.outcome.outcome_id)).disposition_popup_enabled).toBe(true);
    expect((await api.deleteOutcome(first.outcome.outcome_id)).disposition_popup_enabled).toBe(false);
    const changed = await api.changeOutcome(action.outcome.outcome_id, {
      outcome_type: 'disposition',
      webhook_url: null,
    });
    expect(changed.disposition_popup_enabled).toBe(true);
    expect((await api.outcomes()).disposition_popup_enabled).toBe(true);
  });
});
