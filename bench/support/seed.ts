import { join } from 'node:path';
import { SqliteEventStore } from '../../libs/event-store/sqlite/index.js';
import { appendTo } from './append.js';
import { contactImported, memberAdded, numberedId, numberedPhone } from './events.js';
import { makeList, makeTenant, startService } from './service.js';
import type { Tenant } from './service.js';

export interface Seeded extends Tenant {
  readonly listId: string;
  /** Events in the log. */
  readonly events: number;
}

/**
 * Fills a data directory: the service creates the workspace, key and list; then contacts and members of that list are
 * appended by the real adapter, as the service would append them.
 */
export async function seed(
  directory: string,
  size: { readonly contacts: number; readonly members: number },
): Promise<Seeded> {
  const service = await startService(directory);
  const tenant = await makeTenant(service);
  const listId = await makeList(service, tenant.key, 'All contacts');
  await service.stop();

  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  try {
    const append = await appendTo(store, tenant.workspaceId);
    await append(size.contacts, (at) => [contactImported(numberedId(3, at), numberedPhone(at))]);
    const revision = await append(size.members, (at) => [memberAdded(listId, numberedId(3, at))]);
    return { ...tenant, listId, events: revision + 1 };
  } finally {
    await store.close();
  }
}
