import { runCommand } from '../testing/run-command.js';

const [ID, EVENT, WORKSPACE] = [
  '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10',
  '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f11',
  '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f12',
];
const CALL = {
  ...{ item_id: ID, kind: 'call_timers', workspace_id: WORKSPACE, subject_type: 'call', subject_id: 'c1' },
  ...{ revision: null, attempts: 10, last_failed_at: '2026-01-01T00:00:00.000Z', error: 'torn' },
};
const HELD = {
  ...{ item_id: EVENT, kind: 'event', workspace_id: null, subject_type: 'stream', subject_id: `delivery-${EVENT}` },
  ...{ revision: 7, attempts: null, last_failed_at: null, error: 'ContactMerged: unknown' },
};
const LIST = 'GET /admin/parked?page_size=200';
const page = (...parked_items: object[]) => ({ ok: true, parked_items, next_page_token: null });
const RETRIED = { ok: true, item_id: ID, state: 'retried', effect: 'The call is ended at once.' };
const RETRY = `POST /admin/parked/${ID}/retry`;

describe('smartlists parked', () => {
  it('lists what is parked, and ends with 1 then', async () => {
    const answers = { [LIST]: page(HELD, CALL) };
    const { printed, exit } = await runCommand(['parked', 'list'], { answers });
    expect(printed.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ITEM', 'KIND', 'WORKSPACE', 'ABOUT', 'ATTEMPTS', 'LAST FAILURE', 'ERROR'],
      [EVENT, 'event', '-', `stream delivery-${EVENT}@7`, '-', '-', 'ContactMerged: unknown'],
      [ID, 'call_timers', WORKSPACE, 'call c1', '10', '2026-01-01T00:00:00.000Z', 'torn'],
    ]);
    expect(exit).toBe('no');
    const asJson = await runCommand(['parked', 'list', '--json'], { answers });
    expect(JSON.parse(asJson.printed)).toEqual({ ok: false, parked_items: [HELD, CALL] });
  });

  it('lists those of a kind and a workspace, and ends with 0 where there are none', async () => {
    const request = `${LIST}&kind=sweeps&workspace_id=${WORKSPACE}`;
    const args = ['parked', 'list', '--kind', 'sweeps', '--workspace', WORKSPACE];
    const { printed, exit } = await runCommand(args, { answers: { [request]: page() } });
    expect([printed, exit]).toEqual(['Nothing is parked.', undefined]);
    expect((await runCommand(['parked', 'list', '--kind', 'other'])).exit).toBe('not_understood');
  });

  it('shows one by the names of its fields', async () => {
    const answers = { [`GET /admin/parked/${ID}`]: { ok: true, parked_item: CALL } };
    const { printed } = await runCommand(['parked', 'show', ID.toUpperCase()], { answers });
    expect(printed).toMatch(/^error +torn$/m);
    expect((await runCommand(['parked', 'show', 'c1'])).exit).toBe('not_understood');
    const unknown = { [`GET /admin/parked/${ID}`]: [404, { detail: 'No such item.' }] as const };
    expect((await runCommand(['parked', 'show', ID], { answers: unknown })).exit).toBe('not_found');
  });

  it('has one tried again, or all that can be', async () => {
    const one = await runCommand(['parked', 'retry', ID], { answers: { [RETRY]: RETRIED } });
    expect(one.printed).toBe(`${ID} is tried again. The call is ended at once.`);
    const answers = { [LIST]: page(HELD, CALL), [RETRY]: RETRIED };
    const all = await runCommand(['parked', 'retry', '--all', '--json'], { answers });
    expect(all.sent.map(({ request }) => request)).toEqual([LIST, RETRY]);
    expect(JSON.parse(all.printed)).toEqual({ ok: true, decided: [RETRIED] });
    const none = await runCommand(['parked', 'retry', '--all'], { answers: { [LIST]: page(HELD) } });
    expect(none.printed).toBe('Nothing is parked that could be tried again.');
  });

  it.each([
    [[], 'Which item?'],
    [[ID, '--all'], 'Which item?'],
    [[ID, '--kind', 'sweeps'], 'need --all'],
  ])('sends nothing for retry %j', async (args, sentence) => {
    const { exit, refused, sent } = await runCommand(['parked', 'retry', ...args]);
    expect([exit, refused, sent]).toEqual(['not_understood', expect.stringContaining(sentence), []]);
  });

  it('skips one with its reason; an event with the revision that was shown', async () => {
    const skipped = (item_id: string) => ({ ok: true, item_id, state: 'skipped', effect: 'It is passed over.' });
    const answers = {
      [`GET /admin/parked/${ID}`]: { ok: true, parked_item: CALL },
      [`POST /admin/parked/${ID}/skip`]: skipped(ID),
      [`GET /admin/parked/${EVENT}`]: { ok: true, parked_item: HELD },
      [`POST /admin/parked/${EVENT}/skip`]: skipped(EVENT),
    };
    const call = await runCommand(['parked', 'skip', ID, '--reason', 'a slip'], { answers });
    expect([call.sent[1]!.body, call.printed]).toEqual([{ reason: 'a slip' }, `${ID} is skipped. It is passed over.`]);
    const event = await runCommand(['parked', 'skip', EVENT, '--reason', 'a slip', '--json'], { answers });
    expect(event.sent[1]!.body).toEqual({ reason: 'a slip', revision: 7 });
    expect(JSON.parse(event.printed)).toEqual(skipped(EVENT));
    expect((await runCommand(['parked', 'skip', ID])).exit).toBe('not_understood');
  });

  it('ends with what the service says where it refuses, or is away', async () => {
    const refused = { [RETRY]: [409, { detail: 'The item was skipped: it is never tried again.' }] as const };
    const conflict = await runCommand(['parked', 'retry', ID], { answers: refused });
    expect([conflict.exit, conflict.refused]).toEqual([
      'not_understood',
      'The service answers 409: The item was skipped: it is never tried again.',
    ]);
    const away = { [RETRY]: [503, { detail: 'The log is away.' }] as const };
    expect((await runCommand(['parked', 'retry', ID], { answers: away })).exit).toBe('unavailable');
  });
});
