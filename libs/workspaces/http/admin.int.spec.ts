import { instant } from '#kernel';
import { WORKSPACES, type WorkspaceRow } from '../domain/index.js';
import { AesSecretBox } from '../crypto/node-crypto.js';
import { WEBHOOK_ENDPOINTS } from '#webhooks/domain';
import { ENDPOINT_PROJECTIONS } from '#webhooks/projections';
import { WORKSPACES_PROJECTIONS, WorkspacesModule } from '../index.js';
import { MemoryService, OLDER_KEY } from '../testing/index.js';

const NEVER = '018f3a00-0000-7000-8000-0000000fffff';
const SETTINGS = {
  unlisted: {
    enabled: true,
    max_attempts_per_day: 1,
    max_attempts_total: null,
    min_retry_seconds: 86_400,
    dial_timeout_seconds: 30,
  },
  lease_seconds: 7_200,
  wrap_up_seconds: 600,
  rate_limits: { read: null, write: null },
  quotas: { contacts: 5_000_000, members: 20_000_000, open_calls: 10_000, deliveries_waiting: 1_000_000 },
  calls_keep_days: null,
  deliveries_keep_days: null,
  contact_windows: null,
  calling_hours_id: null,
  writes_paused: false,
  arriving: false,
  searchable_attributes: [],
};

let service: MemoryService;
beforeAll(async () => {
  service = await MemoryService.start([WorkspacesModule], [...WORKSPACES_PROJECTIONS, ...ENDPOINT_PROJECTIONS]);
});
afterAll(() => service.stop());

async function makeWorkspace(name = 'Demo'): Promise<string> {
  const { status, body } = await service.ask('POST', '/admin/workspaces', { name, time_zone: 'Europe/Vienna' });
  expect(status).toBe(201);
  return body.workspace.workspace_id as string;
}

describe('workspaces', () => {
  it('are created with every default', async () => {
    const { status, body } = await service.ask('POST', '/admin/workspaces', {
      name: ' Demo ',
      time_zone: 'Europe/Vienna',
    });
    const at = instant(service.now);
    expect([status, body]).toEqual([
      201,
      {
        ok: true,
        workspace: {
          workspace_id: expect.any(String),
          name: 'Demo',
          time_zone: 'Europe/Vienna',
          ...SETTINGS,
          created_at: at,
          updated_at: at,
        },
      },
    ]);
  });

  it('are listed page by page in the order of their creation', async () => {
    const made: string[] = [];
    for (const name of ['c', 'a', 'b']) {
      service.now += 1_000;
      made.push(await makeWorkspace(name));
    }
    const listed: string[] = [];
    for (let token = ''; ;) {
      const { body } = await service.ask('GET', `/admin/workspaces?page_size=2${token}`);
      expect(body.workspaces.length).toBeLessThanOrEqual(2);
      listed.push(...body.workspaces.map((each: { workspace_id: string }) => each.workspace_id));
      if (body.next_page_token === null) break;
      token = `&page_token=${body.next_page_token}`;
    }
    expect(listed.slice(-3)).toEqual(made);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('are read one by one, as the list shows them', async () => {
    const id = await makeWorkspace('Pier');
    const { status, body } = await service.ask('GET', `/admin/workspaces/${id.toUpperCase()}`);
    const { body: list } = await service.ask('GET', '/admin/workspaces?page_size=200');
    const listed: unknown = list.workspaces.find((each: { workspace_id: string }) => each.workspace_id === id);
    expect([status, body]).toEqual([200, { ok: true, workspace: listed }]);
    expect(body.workspace.use).toEqual({ contacts: 0, members: 0, open_calls: 0, deliveries_waiting: 0 });
  });

  it('are changed in part', async () => {
    const id = await makeWorkspace();
    service.now += 1_000;
    const change = {
      unlisted: { max_attempts_total: 3 },
      rate_limits: { write: { requests: 10_000_000, seconds: 1 } },
    };
    const { status, body } = await service.ask('PATCH', `/admin/workspaces/${id.toUpperCase()}`, change);
    expect(status).toBe(200);
    expect(body.workspace).toMatchObject({
      ...SETTINGS,
      name: 'Demo',
      unlisted: { ...SETTINGS.unlisted, max_attempts_total: 3 },
      rate_limits: { read: null, write: { requests: 10_000_000, seconds: 1 } },
      updated_at: instant(service.now),
    });
  });

  it.each([
    [{ lease_seconds: 9 }, '/lease_seconds'],
    [{ lease_seconds: 86_401 }, '/lease_seconds'],
    [{ wrap_up_seconds: -1 }, '/wrap_up_seconds'],
    [{ wrap_up_seconds: 86_401 }, '/wrap_up_seconds'],
    [{ rate_limits: { read: { requests: 0, seconds: 1 } } }, '/rate_limits/read/requests'],
    [{ rate_limits: { read: { requests: 10_000_001, seconds: 1 } } }, '/rate_limits/read/requests'],
    [{ rate_limits: { write: { requests: 1, seconds: 3_601 } } }, '/rate_limits/write/seconds'],
    [{ rate_limits: { write: { requests: 1 } } }, '/rate_limits/write/seconds'],
    [{ quotas: { contacts: -1 } }, '/quotas/contacts'],
    [{ quotas: { members: 1_000_000_001 } }, '/quotas/members'],
    [{ quotas: { open_calls: 1.5 } }, '/quotas/open_calls'],
    [{ quotas: { deliveries_waiting: null } }, '/quotas/deliveries_waiting'],
    [{ quotas: { lists: 1 } }, '/quotas/lists'],
    [{ calls_keep_days: 0 }, '/calls_keep_days'],
    [{ calls_keep_days: 3_651 }, '/calls_keep_days'],
    [{ deliveries_keep_days: 1.5 }, '/deliveries_keep_days'],
    [{ deliveries_keep_days: '30' }, '/deliveries_keep_days'],
    [{ contact_windows: [] }, '/contact_windows'],
    [{ contact_windows: [{ attempts: 33, hours: 24 }] }, '/contact_windows/0/attempts'],
    [{ contact_windows: [{ attempts: 3, hours: 721 }] }, '/contact_windows/0/hours'],
    [{ contact_windows: [{ attempts: 3 }] }, '/contact_windows/0/hours'],
    [{ unlisted: { dial_timeout_seconds: 31 } }, '/unlisted/dial_timeout_seconds'],
    [{ unlisted: { min_retry_seconds: 31_536_001 } }, '/unlisted/min_retry_seconds'],
    [{ unlisted: { max_attempts_per_day: 1_000_001 } }, '/unlisted/max_attempts_per_day'],
    [{ unlisted: null }, '/unlisted'],
    [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
    [{ name: '' }, '/name'],
    [{ workspace_id: NEVER }, '/workspace_id'],
  ])('refuse %j, also for an unknown workspace', async (change, pointer) => {
    for (const id of [await makeWorkspace(), NEVER, 'x']) {
      const { status, body } = await service.ask('PATCH', `/admin/workspaces/${id}`, change);
      expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation_failed', pointer]);
    }
  });

  it('accept the limits of every range', async () => {
    const id = await makeWorkspace();
    for (const change of [
      { calls_keep_days: 1, deliveries_keep_days: 3_650 },
      { calls_keep_days: 3_650, deliveries_keep_days: null },
      { contact_windows: [{ attempts: 32, hours: 720 }] },
      { contact_windows: null },
      { lease_seconds: 10, wrap_up_seconds: 0, rate_limits: { read: { requests: 1, seconds: 3_600 } } },
      { lease_seconds: 86_400, wrap_up_seconds: 86_400, rate_limits: { read: { requests: 10_000_000, seconds: 1 } } },
    ]) {
      const { status, body } = await service.ask('PATCH', `/admin/workspaces/${id}`, change);
      expect([status, body.workspace]).toMatchObject([200, change]);
    }
  });

  it('that do not exist are not found', async () => {
    for (const id of [NEVER, 'x']) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'x' }],
        ['GET', '/api-keys', undefined],
        ['POST', '/api-keys', { name: 'x', scopes: ['calls:read'] }],
        ['DELETE', `/api-keys/${NEVER}`, undefined],
        ['POST', '/signing-secrets', undefined],
      ] as const) {
        const answer = await service.ask(method, `/admin/workspaces/${id}${path}`, body);
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
    }
  });
});

describe('signing secrets', () => {
  it('are shown once, stored sealed, and earlier ones expire', async () => {
    const id = await makeWorkspace();
    const rotate = (body?: object) => service.ask('POST', `/admin/workspaces/${id}/signing-secrets`, body);
    const first = await rotate();
    const second = await rotate({ previous_secret_expires_in: 60 });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual({ ok: true, signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    const [row] = await service.readModel.getMany(WORKSPACES, [[id]]);
    const { signing_secrets: stored } = row as WorkspaceRow;
    expect(stored.map(({ expires_at }) => expires_at)).toEqual([null, instant(service.now + 60_000)]);
    const box = new AesSecretBox([new Uint8Array(32)]);
    expect(stored.map(({ ciphertext }) => box.open(ciphertext, id))).toEqual([
      second.body.signing_secret,
      first.body.signing_secret,
    ]);
    expect(JSON.stringify(await service.ask('GET', '/admin/workspaces').then(({ body }) => body))).not.toContain(
      'secret',
    );
  });

  it('are ten at once; one more is accepted only if it expires them all', async () => {
    const id = await makeWorkspace();
    const rotate = (body?: object) => service.ask('POST', `/admin/workspaces/${id}/signing-secrets`, body);
    for (let n = 0; n < 10; n += 1) expect((await rotate()).status).toBe(201);
    const { status, body } = await rotate({ previous_secret_expires_in: 60 });
    expect([status, body.code, body.detail]).toEqual([
      409,
      'resource_conflict',
      expect.stringContaining('or now with previous_secret_expires_in 0'),
    ]);
    expect((await rotate({ previous_secret_expires_in: 0 })).status).toBe(201);
    const [row] = await service.readModel.getMany(WORKSPACES, [[id]]);
    expect((row as WorkspaceRow).signing_secrets).toHaveLength(1);
  });

  it.each([-1, 604_801, '60', 1.5, null])('cannot be kept for %p seconds', async (previous_secret_expires_in) => {
    const id = await makeWorkspace();
    const answer = await service.ask('POST', `/admin/workspaces/${id}/signing-secrets`, { previous_secret_expires_in });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/previous_secret_expires_in']);
  });

  it('are resealed with the first key, page by page, and keep their values', async () => {
    const workspaces: { readonly id: string; readonly secrets: readonly string[] }[] = [];
    for (const [secret, key] of [
      ['whsec_1', OLDER_KEY],
      ['whsec_2', OLDER_KEY],
      ['whsec_3', new Uint8Array(32).fill(9)],
    ] as const) {
      const id = await makeWorkspace();
      const current = (await service.ask('POST', `/admin/workspaces/${id}/signing-secrets`)).body.signing_secret;
      await rotateTo(id, new AesSecretBox([key]).seal(secret, id));
      workspaces.push({ id, secrets: [secret, current as string] });
    }
    const [, ofEndpoint] = workspaces;
    const older = new AesSecretBox([OLDER_KEY]).seal('whsec_own', ofEndpoint!.id);
    await service.happen(ofEndpoint!.id, {
      type: 'WebhookEndpointCreated',
      data: { endpoint_id: 'e', url: 'https://example.com/', event_types: [], description: null, ciphertext: older },
    });
    const reseal = async () => {
      const sums = { resealed: 0, unopened: 0, workspaces_waiting: 0 };
      for (let query = '?page_size=1', token: string | null = ''; token !== null;) {
        const { status, body } = await service.ask('POST', `/admin/secrets/reseal${query}`);
        expect(status).toBe(200);
        sums.resealed += body.resealed as number;
        sums.unopened += body.unopened as number;
        sums.workspaces_waiting += body.workspaces_waiting as number;
        token = body.next_page_token as string | null;
        query = `?page_size=1&page_token=${token}`;
      }
      return sums;
    };
    expect(await reseal()).toEqual({ resealed: 3, unopened: 1, workspaces_waiting: 0 });
    const box = new AesSecretBox([new Uint8Array(32)]);
    for (const { id, secrets } of workspaces.slice(0, 2)) {
      const [row] = await service.readModel.getMany(WORKSPACES, [[id]]);
      expect((row as WorkspaceRow).signing_secrets.map(({ ciphertext }) => box.open(ciphertext, id))).toEqual(secrets);
    }
    const [endpoint] = await service.readModel.getMany(WEBHOOK_ENDPOINTS, [[ofEndpoint!.id, 'e']]);
    expect(box.open(endpoint!.signing_secrets[0]!.ciphertext, ofEndpoint!.id)).toBe('whsec_own');
    const revisions = () => workspaces.map(({ id }) => service.workspaces.get(id)!.revision);
    const before = revisions();
    expect(await reseal()).toEqual({ resealed: 0, unopened: 1, workspaces_waiting: 0 });
    expect(revisions()).toEqual(before);
  });
});

/** A rotation as made under another key. */
async function rotateTo(workspaceId: string, ciphertext: string): Promise<void> {
  const data = { ciphertext, previous_expire_at: instant(service.now + 60_000) };
  const decide = () => ({
    events: [{ type: 'SigningSecretRotated', data }],
    answer: () => ({ status: 200, body: {} }),
  });
  const actor = { kind: 'system', id: 'test' } as const;
  await service.decider.execute({ workspaceId, actor, correlationId: 'c', causationId: null, decide });
}
