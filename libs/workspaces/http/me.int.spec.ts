import { QueryBus } from '@nestjs/cqrs';
import { WORKSPACES_PROJECTIONS, WorkspacesModule } from '../index.js';
import { GetMe } from '../queries/get-me.query.js';
import { MemoryService } from '../testing/index.js';

const NEVER = '018f3a00-0000-7000-8000-0000000fffff';

describe('GET /me', () => {
  let service: MemoryService;
  beforeAll(async () => {
    service = await MemoryService.start([WorkspacesModule], WORKSPACES_PROJECTIONS);
  });
  afterAll(() => service.stop());

  it('is unavailable while the rows lack the key, or its workspace is gone', async () => {
    const { body } = await service.ask('POST', '/admin/workspaces', { name: 'Pier', time_zone: 'UTC' });
    const workspaceId = body.workspace.workspace_id as string;
    const made = await service.ask('POST', `/admin/workspaces/${workspaceId}/api-keys`, {
      name: 'CRM',
      scopes: ['calls:read'],
    });
    const apiKeyId = made.body.api_key.api_key_id as string;
    const me = (key: string) => service.app.get(QueryBus).execute(new GetMe(workspaceId, key));
    expect((await me(apiKeyId)).api_key.name).toBe('CRM');
    await expect(me(NEVER)).rejects.toMatchObject({ code: 'unavailable' });
    await service.ask('DELETE', `/admin/workspaces/${workspaceId}`, { name: 'Pier' });
    await expect(me(apiKeyId)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('shows the settings of now', async () => {
    const { body } = await service.ask('POST', '/admin/workspaces', { name: 'Pier', time_zone: 'UTC' });
    const path = `/admin/workspaces/${body.workspace.workspace_id as string}`;
    const { body: made } = await service.ask('POST', `${path}/api-keys`, { name: 'CRM', scopes: ['calls:read'] });
    await service.ask('PATCH', path, { name: 'Quay', quotas: { contacts: 7 } });
    const me = await service.ask('GET', '/me', undefined, { token: made.secret as string });
    expect([me.status, me.body.workspace.name, me.body.quotas[0]]).toEqual([
      200,
      'Quay',
      { resource: 'contacts', limit: 7, used: 0, left: 7 },
    ]);
  });
});
