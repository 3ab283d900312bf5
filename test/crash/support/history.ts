import type { Api } from '../../support/api.js';
import { byId, byPhone } from '../../support/api.js';
import { success } from '../../support/client.js';
import type { Service } from '../../support/service.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

/** A workspace with every kind of event in its history, and with rows for many small pages. */
export async function workspaceWithHistory(service: Service): Promise<TestWorkspace> {
  const workspace = await TestWorkspace.make(service, { lease_seconds: 77, unlisted: { enabled: true } });
  const { api } = workspace;
  const contacts = await workspace.contacts(90);
  const lists = await settings(api);
  for (const [at, { smart_list_id }] of lists.entries()) {
    await api.addMembers(smart_list_id, contacts.slice(at * 8, at * 8 + 40).map(byId));
    await api.removeMembers(smart_list_id, contacts.slice(at * 8 + 10, at * 8 + 25).map(byPhone));
  }
  await api.removeEverywhere(contacts.slice(30, 38).map(byId));
  await api.addMembers(lists[0]!.smart_list_id, contacts.slice(12, 34).map(byPhone));
  await directory(
    api,
    contacts.map(({ contact_id }) => contact_id),
  );
  await outcomes(
    api,
    lists.map(({ smart_list_id }) => smart_list_id),
  );
  await hoursAndGroups(
    api,
    lists.map(({ smart_list_id }) => smart_list_id),
  );
  await api.deleteList(lists[3]!.smart_list_id);
  await keysAndSecrets(workspace);
  return workspace;
}

async function settings(api: Api) {
  const first = await api.createList({ priority: 'highest', description: 'the first' });
  const second = await api.createList({ next_list_id: first.smart_list_id, max_attempts_total: 3 });
  const copy = await api.cloneList(second.smart_list_id);
  const gone = await api.createList();
  const last = await api.createList({ next_list_id: gone.smart_list_id });
  const others = [];
  for (let number = 0; number < 6; number += 1) others.push(await api.createList({ min_retry_seconds: number }));
  await api.changeList(copy.smart_list_id, { name: 'Renamed', priority: 'low' });
  await api.changeList(first.smart_list_id, { description: null, dial_timeout_seconds: 45 });
  await api.deleteList(others[2]!.smart_list_id);
  return [first, second, copy, gone, last];
}

async function hoursAndGroups(api: Api, lists: readonly string[]): Promise<void> {
  for (let number = 0; number < 8; number += 1) await api.createDialGroup(lists.slice(number % 4));
  const [first, second] = [await api.createCallingHours(), await api.createCallingHours({ zone: 'Europe/Vienna' })];
  for (let number = 0; number < 8; number += 1) await api.createCallingHours();
  for (const id of lists.slice(0, 2)) await api.changeList(id, { calling_hours_id: first.calling_hours_id });
  success(await api.client.patch(`/calling-hours/${first.calling_hours_id}`, { closed_dates: ['2030-12-25'] }), 200);
  success(await api.client.delete(`/calling-hours/${second.calling_hours_id}`), 200);
}

async function directory(api: Api, ids: readonly string[]): Promise<void> {
  const renamed = ids
    .slice(0, 9)
    .map((contact_id) => ({ contact_id, phone: nextPhone(), name: `Name of ${contact_id}` }));
  await api.importContacts(renamed);
  for (const id of ids.slice(5, 8)) await api.deleteContact(id);
  await api.importContacts([{ contact_id: ids[6]!, phone: nextPhone(), name: 'back again' }]);
  for (const id of ids.slice(60, 64)) await api.eraseContact(id);
}

async function outcomes(api: Api, lists: readonly string[]): Promise<void> {
  const destinations = [
    {},
    { destination_type: 'smart_list', destination_id: lists[0] },
    { destination_type: 'smart_list', destination_id: lists[3] },
    { destination_type: 'remove_from_selected', smart_list_ids: [lists[1], lists[3]] },
    { destination_type: 'remove_from_all', order: 2 },
    { outcome_type: 'action', webhook_url: 'https://hooks.example.com/calls' },
  ];
  const made = [];
  for (const destination of destinations) made.push((await api.createOutcome(destination)).outcome.outcome_id);
  await api.changeOutcome(made[0]!, { outcome_name: 'Changed', order: -4 });
  await api.deleteOutcome(made[4]!);
}

async function keysAndSecrets(workspace: TestWorkspace): Promise<void> {
  const { service, id } = workspace;
  const { keyId } = await workspace.key({ name: 'revoked', scopes: ['contacts:read'] });
  success(await service.admin.delete(`/admin/workspaces/${id}/api-keys/${keyId}`), 200);
  const rotated = await service.admin.post(`/admin/workspaces/${id}/signing-secrets`);
  if (rotated.status !== 201) throw new Error(`${rotated.status}: ${rotated.bytes.toString()}`);
}
