import { join } from 'node:path';
import { SqliteEventStore } from '../../libs/event-store/sqlite/index.js';
import { workspaceStream } from '../../libs/kernel/index.js';
import type { DomainEvent } from '../../libs/kernel/index.js';
import { contactImported, memberAdded, metadata, newEvent, numberedId, numberedPhone } from './events.js';
import { makeList, makeTenant, startService } from './service.js';
import type { Tenant } from './service.js';

const PER_APPEND = 1_000;

export interface Seeded extends Tenant {
  readonly listId: string;
  /** Events in the log. */
  readonly events: number;
}

/**
 * Fills a data directory: the service makes the workspace, key and list; then contacts, and members of that one list, are appended by
 * the real adapter, as the service would have written them.
 */
export async function seed(
  directory: string,
  size: { readonly contacts: number; readonly members: number },
): Promise<Seeded> {
  const service = await startService(directory);
  const tenant = await makeTenant(service);
  const listId = await makeList(service, tenant.key, 'Everybody');
  await service.stop();

  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  try {
    const stream = workspaceStream(tenant.workspaceId);
    const [last] = await store.read(stream, { backwards: true, limit: 1 });
    const append = appender(store, stream, tenant.workspaceId, last!.revision);
    await append(size.contacts, (at) => contactImported(numberedId(3, at), numberedPhone(at)));
    const revision = await append(size.members, (at) => memberAdded(listId, numberedId(3, at)));
    return { ...tenant, listId, events: revision + 1 };
  } finally {
    await store.close();
  }
}

function appender(store: SqliteEventStore, stream: string, workspaceId: string, end: number) {
  const meta = metadata(workspaceId);
  let revision = end;
  return async (count: number, event: (at: number) => DomainEvent): Promise<number> => {
    for (let from = 0; from < count; from += PER_APPEND) {
      const length = Math.min(PER_APPEND, count - from);
      const events = Array.from({ length }, (_, at) => newEvent(event(from + at), meta));
      ({ revision } = await store.append(stream, events, revision));
    }
    return revision;
  };
}
