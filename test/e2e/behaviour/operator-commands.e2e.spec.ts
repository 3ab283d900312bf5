import { ADMIN_TOKEN, type Service, startService } from '../../support/service.js';
import { smartlists } from '../past/support/smartlists.js';

const RUN_MS = 120_000;

describe('the operators over the admin routes', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  }, RUN_MS);
  afterAll(() => service.stop(), RUN_MS);

  const run = (...args: readonly string[]) =>
    smartlists([...args, '--url', `http://127.0.0.1:${service.port}`], { ADMIN_TOKEN });
  const answerOf = async <Answer>(...args: readonly string[]): Promise<Answer> => {
    const { code, out, err } = await run(...args, '--json');
    expect([code, code === 0 ? '' : err]).toEqual([0, '']);
    return JSON.parse(out) as Answer;
  };

  it(
    'make a workspace and a key that works until it is revoked, rotate its secret, and delete it',
    async () => {
      const named = ['--name', 'Harbour', '--time-zone', 'Europe/Vienna'];
      const made = await answerOf<{ workspace: { workspace_id: string } }>('workspace', 'create', ...named);
      const { workspace_id: id } = made.workspace;
      const changed = await run('workspace', 'change', id, '--set', 'quotas.contacts=5', '--set', 'calls_keep_days=9');
      expect(changed.out).toMatch(/^quotas\.contacts +5$/m);
      const shown = await run('workspace', 'show', id);
      expect(shown.out).toMatch(/^calls_keep_days +9$/m);
      expect((await run('workspace', 'list')).out).toContain(`${id}  Harbour  Europe/Vienna`);

      const scopes = ['--name', 'CRM', '--scopes', 'smart_lists:read'];
      const created = await run('key', 'create', id, ...scopes, '--json');
      const { api_key, secret } = JSON.parse(created.out) as { api_key: { api_key_id: string }; secret: string };
      expect([created.code, created.err]).toEqual([0, expect.stringContaining('this once')]);
      expect((await service.client(secret).get('/smart-lists')).status).toBe(200);
      const unasked = await run('key', 'revoke', id, api_key.api_key_id);
      expect([unasked.code, unasked.err]).toEqual([2, expect.stringContaining('give --yes')]);
      expect((await run('key', 'revoke', id, api_key.api_key_id, '--yes')).code).toBe(0);
      expect((await service.client(secret).get('/smart-lists')).status).toBe(401);
      expect((await run('key', 'list', id)).out).toMatch(/ CRM +sl_.* revoked 20/);

      const rotated = await run('secret', 'rotate', id);
      expect([rotated.code, rotated.out]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/)]);

      const wrong = await run('workspace', 'delete', id, '--name', 'harbour');
      expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Must be the name of the workspace')]);
      expect((await run('workspace', 'delete', id)).err).toContain('give --name');
      expect((await run('workspace', 'delete', id, '--name', 'Harbour')).code).toBe(0);
      for (const gone of [await run('workspace', 'show', id), await run('key', 'list', id)]) expect(gone.code).toBe(3);
    },
    RUN_MS,
  );

  it(
    'are told by the exit code what is wrong, and by one sentence',
    async () => {
      const field = await run('workspace', 'create', '--name', 'x', '--time-zone', 'Mars/Base', '--json');
      expect([field.code, JSON.parse(field.out)]).toEqual([
        2,
        { ok: false, error: expect.stringMatching(/^The service answers 400: time_zone: Must be/) },
      ]);
      const stranger = await smartlists(['workspace', 'list', '--url', `http://127.0.0.1:${service.port}`], {
        ADMIN_TOKEN: 'x'.repeat(32),
      });
      expect([stranger.code, stranger.err]).toEqual([2, expect.stringMatching(/^The service answers 401: .+\n$/)]);
      const nobody = await smartlists(['workspace', 'list', '--url', 'http://127.0.0.1:1'], { ADMIN_TOKEN });
      expect(nobody).toEqual({ code: 4, out: '', err: 'Nobody answers at http://127.0.0.1:1.\n' });
    },
    RUN_MS,
  );
});
