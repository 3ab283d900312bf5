import { runCommand } from '../testing/run-command.js';

const [ID, KEY] = ['0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f10', '0192f0d4-2b3c-7d4e-8f5a-6b7c8d9e0f10'];
const PATH = `/admin/workspaces/${ID}/api-keys`;
const CRM = {
  api_key_id: KEY,
  name: 'CRM',
  prefix: 'sl_live_4kQz',
  scopes: ['calls:read', 'contacts:write'],
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null as string | null,
  revoked_at: null as string | null,
  last_used_at: null,
};
const SECRET = 'sl_live_0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL';

describe('smartlists key', () => {
  it('lists keys with their state at this instant', async () => {
    const [past, future] = ['2029-12-31T00:00:00.000Z', '2030-01-02T00:00:00.000Z'];
    const keys = [CRM, { ...CRM, expires_at: past }, { ...CRM, expires_at: future }, { ...CRM, revoked_at: past }];
    const answers = { [`GET ${PATH}`]: { ok: true, api_keys: keys } };
    const { printed } = await runCommand(['key', 'list', ID], { answers });
    const states = [/ valid {2}/, / expired 2029-12-31/, / until 2030-01-02/, / revoked 2029-12-31/];
    const lines = printed.split('\n').slice(1);
    expect(lines).toHaveLength(4);
    states.forEach((state, at) => expect(lines[at]).toMatch(state));
    const asJson = await runCommand(['key', 'list', ID, '--json'], { answers });
    expect(JSON.parse(asJson.printed)).toEqual(answers[`GET ${PATH}`]);
  });

  it.each([[[]], [['--json']]])('prints the key of a new one once, and says so (%p)', async (more) => {
    const answers = { [`POST ${PATH}`]: [201, { ok: true, api_key: CRM, secret: SECRET }] as const };
    const args = ['key', 'create', ID, '--name', 'CRM', '--scopes', 'calls:read, contacts:write', ...more];
    const { sent, printed, noted } = await runCommand(args, { answers });
    expect(sent[0]!.body).toEqual({ name: 'CRM', scopes: ['calls:read', 'contacts:write'] });
    expect(printed.split(SECRET)).toHaveLength(2);
    expect(noted).toEqual([expect.stringContaining('this once')]);
  });

  it('passes the end of a key on as it is given', async () => {
    const answers = { [`POST ${PATH}`]: [400, { detail: '/expires_at: It must be in the future.' }] as const };
    const args = ['key', 'create', ID, '--name', 'x', '--scopes', 'x', '--expires-at', 'tomorrow'];
    const { sent, exit, refused } = await runCommand(args, { answers });
    expect(sent[0]!.body).toMatchObject({ expires_at: 'tomorrow' });
    expect([exit, refused]).toEqual(['not_understood', expect.stringContaining('/expires_at')]);
  });

  const DELETE = `DELETE ${PATH}/${KEY}`;
  const answers = { [`GET ${PATH}`]: { ok: true, api_keys: [CRM] }, [DELETE]: { ok: true, api_key: CRM } };
  const revoke = (args: readonly string[], typed?: string) =>
    runCommand(['key', 'revoke', ID, ...args], { answers, ...(typed !== undefined && { typed }) });

  it('revokes a key whose name is typed, or without a question', async () => {
    const asked = await revoke([KEY], 'CRM');
    expect(asked.noted).toEqual(['CRM (sl_live_4kQz…), calls:read, contacts:write.']);
    expect([asked.asked.length, asked.sent.at(-1)!.request, asked.printed]).toEqual([
      ...[1, DELETE, `API key ${KEY} is revoked.`],
    ]);
    const unasked = await revoke([KEY, '--yes', '--json']);
    expect([unasked.asked, JSON.parse(unasked.printed)]).toEqual([[], answers[DELETE]]);
  });

  it.each([
    ['another name', KEY, 'x', 'not_understood', /another text/],
    ['no terminal', KEY, undefined, 'not_understood', /give --yes/],
    ['an unknown key', ID, 'CRM', 'not_found', /There is no API key/],
  ])('revokes nothing with %s', async (_what, key, typed, exit, sentence) => {
    const { sent, exit: ended, refused } = await revoke([key], typed);
    expect(sent.map(({ request }) => request)).toEqual([`GET ${PATH}`]);
    expect([ended, refused]).toEqual([exit, expect.stringMatching(sentence)]);
  });
});

describe('smartlists secrets rotate', () => {
  const request = `POST /admin/workspaces/${ID}/signing-secrets`;
  const answers = { [request]: [201, { ok: true, signing_secret: 'whsec_x' }] as const };
  const rotate = (args: readonly string[], typed?: string) =>
    runCommand(['secret', 'rotate', ID, ...args], { answers, ...(typed !== undefined && { typed }) });

  it('prints the secret once, and says so', async () => {
    const { sent, printed, noted, asked } = await rotate([]);
    expect([sent[0]!.body, printed, asked]).toEqual([{}, 'whsec_x', []]);
    expect(noted).toEqual([expect.stringContaining('this once')]);
    const later = await rotate(['--previous-expires-in', '60', '--json']);
    expect(later.sent[0]!.body).toEqual({ previous_secret_expires_in: 60 });
    expect(JSON.parse(later.printed)).toEqual({ ok: true, signing_secret: 'whsec_x' });
  });

  it('asks before it ends the earlier secrets at once', async () => {
    const now = ['--previous-expires-in', '0'];
    for (const typed of [undefined, 'no']) {
      const { exit, sent } = await rotate(now, typed);
      expect([exit, sent]).toEqual(['not_understood', []]);
    }
    for (const done of [await rotate(now, 'yes'), await rotate([...now, '--yes'])]) {
      expect(done.sent.map(({ body }) => body)).toEqual([{ previous_secret_expires_in: 0 }]);
    }
  });

  it('refuses what is no number of seconds', async () => {
    for (const seconds of ['-1', '604801', '1h']) {
      const { exit, sent } = await rotate(['--previous-expires-in', seconds]);
      expect([exit, sent]).toEqual(['not_understood', []]);
    }
  });
});
