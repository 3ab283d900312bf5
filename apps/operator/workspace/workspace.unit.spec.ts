import { runCommand } from '../testing/run-command.js';

const [ID, OTHER] = ['0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10', '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f11'];
const FIRST = {
  workspace_id: ID,
  name: 'Harbour 😀',
  time_zone: 'Europe/Vienna',
  quotas: { contacts: 5_000_000 },
  calls_keep_days: null,
  use: { contacts: 120, members: 7, open_calls: 1 },
  created_at: '2026-01-01T00:00:00.000Z',
};
const SECOND = { ...FIRST, workspace_id: OTHER, name: 'Pier' };
const LISTED = {
  'GET /admin/workspaces?page_size=200': { ok: true, workspaces: [FIRST], next_page_token: 'next/1' },
  'GET /admin/workspaces?page_size=200&page_token=next%2F1': { ok: true, workspaces: [SECOND], next_page_token: null },
};

const SHOWN = { [`GET /admin/workspaces/${OTHER}`]: { ok: true, workspace: SECOND } };

describe('smartlists workspace', () => {
  it('lists the workspaces of all pages, as a table and as JSON', async () => {
    const { printed } = await runCommand(['workspace', 'list'], { answers: LISTED });
    expect(printed.split('\n')).toEqual([
      'WORKSPACE                             NAME       TIME ZONE      CONTACTS  MEMBERS  OPEN CALLS  CREATED',
      `${ID}  Harbour 😀  Europe/Vienna  120       7        1           2026-01-01T00:00:00.000Z`,
      `${OTHER}  Pier       Europe/Vienna  120       7        1           2026-01-01T00:00:00.000Z`,
    ]);
    const asJson = await runCommand(['workspace', 'list', '--json'], { answers: LISTED });
    expect(JSON.parse(asJson.printed)).toEqual({ ok: true, workspaces: [FIRST, SECOND] });
  });

  it('shows one by the names of its fields', async () => {
    const { printed } = await runCommand(['workspace', 'show', OTHER.toUpperCase()], { answers: SHOWN });
    expect(printed).toMatch(/^name +Pier$/m);
    expect(printed).toMatch(/^quotas\.contacts +5000000$/m);
    expect(printed).toMatch(/^calls_keep_days +-$/m);
    const answers = { [`GET /admin/workspaces/${ID}`]: [404, { detail: 'There is no such workspace.' }] as const };
    const missing = await runCommand(['workspace', 'show', ID], { answers });
    expect([missing.exit, missing.refused]).toEqual(['not_found', expect.stringContaining('no such workspace')]);
  });

  it('creates one, and prints what the API answers', async () => {
    const answer = { ok: true, workspace: SECOND };
    const args = ['workspace', 'create', '--name', 'Pier', '--time-zone', 'Europe/Vienna'];
    const done = await runCommand([...args, '--json'], { answers: { 'POST /admin/workspaces': [201, answer] } });
    expect(done.sent.map(({ body }) => body)).toEqual([{ name: 'Pier', time_zone: 'Europe/Vienna' }]);
    expect(JSON.parse(done.printed)).toEqual(answer);
  });

  const change = async (...args: readonly string[]) => {
    const answers = { [`PATCH /admin/workspaces/${ID}`]: { ok: true, workspace: FIRST } };
    return runCommand(['workspace', 'change', ID, ...args], { answers });
  };

  it('changes fields by their names in the API, nested ones and null too', async () => {
    const set = ['quotas.contacts=0', 'quotas.members=5', 'calls_keep_days=null', 'time_zone=Europe/Berlin'];
    const { sent } = await change('--name', '7', ...set.flatMap((each) => ['--set', each]));
    expect(sent[0]!.body).toEqual({
      name: '7',
      quotas: { contacts: 0, members: 5 },
      calls_keep_days: null,
      time_zone: 'Europe/Berlin',
    });
  });

  it.each([
    [[], /^What is to be changed\?/],
    [['--set', 'lease_seconds'], /must be a field and its value/],
    [['--set', '__proto__.x=1', '--set', '__proto__.x=2'], /__proto__\.x is given twice/],
    [['--set', 'quotas={}', '--set', 'quotas.members=1'], /quotas\.members is given twice/],
    [['--name', 'a', '--set', 'name=b'], /name is given twice/],
  ])('refuses the change %p, and sends nothing', async (args, sentence) => {
    const { exit, refused, sent } = await change(...args);
    expect([exit, refused, sent]).toEqual(['not_understood', expect.stringMatching(sentence), []]);
  });

  const DELETE = `DELETE /admin/workspaces/${OTHER}`;
  const deleted = { ok: true, deleted: true, workspace_id: OTHER };
  const answers = { ...SHOWN, [DELETE]: deleted };
  const remove = (args: readonly string[], typed?: string) =>
    runCommand(['workspace', 'delete', OTHER, ...args], { answers, ...(typed !== undefined && { typed }) });

  it('deletes one whose name is typed, after it has said what is in it', async () => {
    const { sent, noted, asked, printed } = await remove([], 'Pier ');
    expect(noted).toEqual(['Pier: 120 contacts, 7 members, 1 open calls.']);
    expect(asked).toHaveLength(1);
    expect(sent.at(-1)).toMatchObject({ request: DELETE, body: { name: 'Pier' } });
    expect(printed).toBe(`Workspace ${OTHER} is deleted.`);
  });

  it('deletes one whose name is given, without a question', async () => {
    const { sent, asked, printed } = await remove(['--name', 'Pier', '--json']);
    expect([asked, sent.map(({ request }) => request)]).toEqual([[], [DELETE]]);
    expect(JSON.parse(printed)).toEqual(deleted);
  });

  it.each([
    ['another name', 'pier', 'That is another text: nothing was changed.'],
    ['no terminal', undefined, 'There is no terminal to ask on: give --name to confirm it.'],
  ])('deletes nothing with %s', async (_what, typed, sentence) => {
    const { sent, exit, refused } = await remove([], typed);
    expect(sent.map(({ request }) => request)).toEqual(Object.keys(SHOWN));
    expect([exit, refused]).toEqual(['not_understood', sentence]);
  });
});
