import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { until } from '../../test/support/until.js';
import { readConfig } from './config.js';
import { type RunningService, startService } from './service.js';

const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';

describe('an index of events that is not there', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'events-index-'));
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ADMIN_TOKEN, NODE_ENV: 'production' };
  let service: RunningService;
  let secret: string;

  const ask = (path: string, token: string, body?: object) =>
    fetch(service.url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    const foreign = new Database(join(dataDir, 'events-index.db'));
    foreign.exec('CREATE TABLE other (id INTEGER)');
    foreign.close();
    service = await startService(readConfig(environment));
    const zone = { name: 'Ours', time_zone: 'UTC' };
    const made = (await (await ask('/admin/workspaces', ADMIN_TOKEN, zone)).json()) as {
      readonly workspace: { readonly workspace_id: string };
    };
    const keys = `/admin/workspaces/${made.workspace.workspace_id}/api-keys`;
    const scopes = ['events:read', 'contacts:read', 'contacts:write'];
    ({ secret } = (await (await ask(keys, ADMIN_TOKEN, { name: 'all', scopes })).json()) as {
      readonly secret: string;
    });
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('keeps nothing else from working where it cannot be opened; health names it, and GET /events is unavailable', async () => {
    expect((await ask('/contacts/batch', secret, { contacts: [{ phone: '+12025550101' }] })).status).toBe(200);
    expect((await ask('/contacts', secret)).status).toBe(200);
    const refused = await ask('/events', secret);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await until('health names it', async () => {
      const ready = await ask('/health/ready', ADMIN_TOKEN);
      const body = await ready.text();
      return ready.status === 200 && body.includes('is a database, but not of a read model');
    });
  });

  it('is none of the service that is to do without: GET /events says so, and health does not name it', async () => {
    await service.close();
    service = await startService(readConfig({ ...environment, EVENTS_INDEX: 'off' }));
    const refused = await ask('/events', secret);
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { detail: expect.stringMatching(/EVENTS_INDEX=off/) },
    ]);
    expect((await ask('/contacts/batch', secret, { contacts: [{ phone: '+12025550102' }] })).status).toBe(200);
    expect(await (await ask('/health/ready', ADMIN_TOKEN)).text()).not.toContain('events_index');
  });
});
