import { Body, Controller, Inject, Module } from '@nestjs/common';
import { instant } from '#kernel';
import { TEST_START } from '#kernel/testing';
import { Context, Endpoint, type RequestContext, Text } from '#http';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { SCOPES } from '#kernel';
import { API_KEY_USAGE, API_KEYS } from '../domain/index.js';
import { MemoryReadModel } from '#read-model/testing';
import { createDemoWorkspace, nodeRandomness, WORKSPACES_PROJECTIONS, WorkspacesModule } from '../index.js';
import { MemoryService } from '../testing/index.js';

class Word {
  @Text({ min: 1, max: 5 })
  word!: string;
}

/** Endpoints that a key gives access to. */
@Controller()
class ProbeController {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  @Endpoint({
    method: 'GET',
    path: '/probe',
    scope: 'calls:read',
    summary: 'x',
    description: 'For the test.',
    success: { status: 200, type: Word },
  })
  read(@Context() context: RequestContext) {
    return { workspace_id: context.workspaceId };
  }

  @Endpoint({
    method: 'POST',
    path: '/probe',
    scope: 'calls:write',
    summary: 'x',
    description: 'For the test.',
    success: { status: 200, type: Word },
  })
  async write(@Context() context: RequestContext, @Body() body: Word) {
    const answer = () => ({ status: 200, body: { word: body.word } });
    return (await this.decider.execute({ ...context.commandContext(), decide: () => ({ events: [], answer }) })).answer
      .body;
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

let service: MemoryService;
let keys: string;
beforeEach(async () => {
  service = await MemoryService.start([WorkspacesModule, ProbeModule], WORKSPACES_PROJECTIONS);
  const { body } = await service.ask('POST', '/admin/workspaces', { name: 'Demo', time_zone: 'UTC' });
  keys = `/admin/workspaces/${body.workspace.workspace_id}/api-keys`;
});
afterEach(() => service.stop());

async function makeKey(fields: object = {}) {
  const { body } = await service.ask('POST', keys, { name: 'CRM', scopes: ['calls:read', 'calls:write'], ...fields });
  return { id: body.api_key.api_key_id as string, secret: body.secret as string, shown: body.api_key as object };
}
const probe = async (token: string) => (await service.ask('GET', '/probe', undefined, { token })).status;

describe('API keys', () => {
  it('are shown once; only hash and prefix are stored', async () => {
    const { id, secret, shown } = await makeKey({ expires_at: '2030-06-01T02:00:00+02:00' });
    expect(secret).toMatch(/^sl_live_[0-9A-Za-z]{38}$/);
    expect(shown).toEqual({
      api_key_id: id,
      name: 'CRM',
      prefix: secret.slice(0, 12),
      scopes: ['calls:read', 'calls:write'],
      created_at: instant(TEST_START),
      expires_at: '2030-06-01T00:00:00.000Z',
      revoked_at: null,
      last_used_at: null,
    });
    const { body } = await service.ask('GET', keys);
    expect(body).toEqual({ ok: true, api_keys: [shown] });
    const stored = JSON.stringify(await service.readModel.page(API_KEYS, { index: 'by_number', prefix: [], limit: 9 }));
    expect(stored).not.toContain(secret.slice(12));
  });

  it.each([
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['calls:read', 'calls:read'] }, '/scopes/1'],
    [{ scopes: ['admin'] }, '/scopes/0'],
    [{ scopes: 'calls:read' }, '/scopes'],
    [{ scopes: undefined }, '/scopes'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    [{ expires_at: 5 }, '/expires_at'],
    [{ secret: 'mine' }, '/secret'],
  ])('of %j are refused', async (fields, pointer) => {
    const { status, body } = await service.ask('POST', keys, { name: 'CRM', scopes: ['calls:read'], ...fields });
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation_failed', pointer]);
  });

  it('that would never be valid are refused: the field and the rule are named, no secret is shown', async () => {
    for (const expires_at of [instant(service.now), instant(service.now - 86_400_000), '2020-01-01T00:00:00+02:00']) {
      const { status, body } = await service.ask('POST', keys, { name: 'CRM', scopes: ['calls:read'], expires_at });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/expires_at', code: 'out_of_range' }],
      });
      expect(body).not.toHaveProperty('secret');
    }
    expect((await service.ask('GET', keys)).body.api_keys).toEqual([]);
  });

  it('give access to their workspace, and none once altered', async () => {
    const { secret } = await makeKey();
    const { status, body } = await service.ask('GET', '/probe', undefined, { token: secret });
    expect([status, body.workspace_id]).toEqual([200, keys.split('/')[3]]);
    for (const token of [
      `${secret}x`,
      secret.slice(0, -1),
      secret.replace('live', 'test'),
      secret.toUpperCase(),
      'x',
      'sl_live_',
    ]) {
      expect(await probe(token)).toBe(401);
    }
  });

  it('are limited to their scopes, reading and writing separately', async () => {
    const { secret } = await makeKey({ scopes: ['calls:write'] });
    expect(await probe(secret)).toBe(403);
    const written = await service.ask('POST', '/probe', { word: 'hi' }, { token: secret });
    expect([written.status, written.body]).toEqual([200, { word: 'hi' }]);
  });

  it('give no access from the moment they are revoked', async () => {
    const { id, secret, shown } = await makeKey();
    const { status, body } = await service.ask('DELETE', `${keys}/${id}`);
    expect([status, body]).toEqual([200, { ok: true, api_key: { ...shown, revoked_at: instant(TEST_START) } }]);
    expect(await probe(secret)).toBe(401);
    service.now += 1_000;
    expect((await service.ask('DELETE', `${keys}/${id}`)).body).toEqual(body);
    expect((await service.ask('GET', keys)).body.api_keys).toEqual([body.api_key]);
  });

  it('give no access from the instant they expire', async () => {
    const { secret } = await makeKey({ expires_at: instant(TEST_START + 1_000) });
    service.now += 999;
    expect(await probe(secret)).toBe(200);
    service.now += 1;
    expect(await probe(secret)).toBe(401);
  });

  it('of another workspace are not found', async () => {
    const { id } = await makeKey();
    const { body } = await service.ask('POST', '/admin/workspaces', { name: 'Other', time_zone: 'UTC' });
    const foreign = await service.ask('DELETE', `/admin/workspaces/${body.workspace.workspace_id}/api-keys/${id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect((await service.ask('DELETE', `${keys}/x`)).status).toBe(404);
  });

  it('have the rate limit of their workspace', async () => {
    const { secret } = await makeKey();
    await service.ask('PATCH', keys.replace('/api-keys', ''), { rate_limits: { read: { requests: 7, seconds: 9 } } });
    const { headers } = await service.ask('GET', '/probe', undefined, { token: secret });
    expect(headers.get('ratelimit-policy')).toContain('"read";q=7;w=9');
  });
});

describe('the last use of a key', () => {
  it('is shown at once, and written at most once a minute', async () => {
    const { id, secret } = await makeKey();
    service.now += 5_000;
    await probe(secret);
    await probe(secret);
    const used = instant(TEST_START + 5_000);
    const shown = async () => (await service.ask('GET', keys)).body.api_keys[0].last_used_at as string;
    const written = async () => (await service.readModel.getMany(API_KEY_USAGE, [[keys.split('/')[3]!, id]]))[0];
    expect([await shown(), await written()]).toEqual([used, undefined]);
    expect(service.waiting).toHaveLength(1);
    service.waiting.pop()!();
    expect(await shown()).toBe(used);
    expect(await written()).toMatchObject({ last_used_at: used });
    expect((await service.ask('DELETE', `${keys}/${id}`)).body.api_key.last_used_at).toBe(used);
  });

  it('is kept for the next minute when it cannot be written', async () => {
    const { id, secret } = await makeKey();
    await probe(secret);
    const put = service.readModel.putRows.bind(service.readModel);
    service.readModel.putRows = () => Promise.reject(new Error('away'));
    service.waiting.pop()!();
    await probe(secret);
    service.readModel.putRows = put;
    expect(service.waiting).toHaveLength(1);
    service.waiting.pop()!();
    await probe('x');
    const [row] = await service.readModel.getMany(API_KEY_USAGE, [[keys.split('/')[3]!, id]]);
    expect(row).toMatchObject({ last_used_at: instant(TEST_START) });
  });
});

describe('the first start', () => {
  const firstStart = (readModel: MemoryReadModel) =>
    createDemoWorkspace({
      decider: service.decider,
      readModel,
      ids: service.ids,
      randomness: nodeRandomness,
      kind: 'test',
    });

  it('creates a workspace "Demo" with a key of all scopes', async () => {
    const demo = (await firstStart(new MemoryReadModel()))!;
    expect(demo.secret).toMatch(/^sl_test_/);
    expect(await probe(demo.secret)).toBe(200);
    const { body } = await service.ask('GET', `/admin/workspaces/${demo.workspaceId}/api-keys`);
    expect(body.api_keys).toMatchObject([
      { api_key_id: demo.apiKeyId, name: 'Demo', scopes: [...SCOPES], expires_at: null },
    ]);
  });

  it('creates none if there is a workspace', async () => {
    const before = service.workspaces.size;
    expect(await firstStart(service.readModel)).toBeUndefined();
    expect(service.workspaces.size).toBe(before);
  });
});
