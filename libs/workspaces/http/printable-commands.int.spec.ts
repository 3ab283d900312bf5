import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { OUTCOMES_PROJECTIONS, OutcomesModule } from '#outcomes';
import { ALLOWED_ADDRESSES } from '#webhooks/domain';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { WORKSPACES_PROJECTIONS, WorkspacesModule } from '../index.js';
import { MemoryService } from '../testing/index.js';

it('the commands of admin routes and of outcomes survive a round trip through JSON', async () => {
  const service = await MemoryService.start(
    [WorkspacesModule, OutcomesModule],
    [...WORKSPACES_PROJECTIONS, ...SMART_LIST_PROJECTIONS, ...OUTCOMES_PROJECTIONS],
    [{ provide: ALLOWED_ADDRESSES, useValue: [] }],
  );
  try {
    const made = await service.ask('POST', '/admin/workspaces', { name: 'Demo', time_zone: 'UTC' });
    const workspace = `/admin/workspaces/${made.body.workspace.workspace_id}`;
    await service.ask('PATCH', workspace, { quotas: { contacts: 5 } });
    await service.ask('POST', `${workspace}/signing-secrets`, {});
    await service.ask('POST', '/admin/secrets/reseal');
    const key = await service.ask('POST', `${workspace}/api-keys`, { name: 'k', scopes: ['smart_lists:write'] });

    const token: string = key.body.secret;
    const outcomes = '/phone-system/outcomes';
    const headers = { 'idempotency-key': 'once', 'if-match': '"1"' };
    const fields = { outcome_name: 'Sold', outcome_type: 'action', webhook_url: 'https://example.com/hook' };
    const sold = await service.ask('POST', outcomes, fields, { token, headers });
    const outcome = `${outcomes}/${sold.body.outcome.outcome_id}`;
    await service.ask('PATCH', outcome, { order: 2 }, { token, headers });
    await service.ask('DELETE', outcome, undefined, { token, headers });

    await service.ask('DELETE', `${workspace}/api-keys/${key.body.api_key.api_key_id}`);
    await service.ask('DELETE', workspace, { name: 'Demo' });
    expectPrintable(service.commands, [
      ...['CreateWorkspace', 'ChangeWorkspace', 'RotateSigningSecret', 'ResealSecrets', 'CreateApiKey'],
      ...['CreateOutcome', 'ChangeOutcome', 'DeleteOutcome', 'RevokeApiKey', 'DeleteWorkspace'],
    ]);
    expect(service.commands).toContainEqual(expect.objectContaining({ patch: { order: 2 }, ifMatch: '"1"' }));
  } finally {
    await service.stop();
  }
});
