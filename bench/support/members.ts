import { numberedId, numberedPhone } from './events.js';
import { makeList } from './service.js';
import type { BenchService, Tenant } from './service.js';

/** Creates empty lists, and the contacts that the batches of a load name. Returns the lists' ids. */
export async function fill(
  service: BenchService,
  { key }: Tenant,
  size: { readonly lists: number; readonly contacts: number },
): Promise<readonly string[]> {
  const lists: string[] = [];
  for (let list = 0; list < size.lists; list += 1) lists.push(await makeList(service, key, `List ${list}`));
  for (let from = 0; from < size.contacts; from += 1_000) {
    const contacts = Array.from({ length: 1_000 }, (_, at) => ({
      contact_id: numberedId(3, from + at),
      phone: numberedPhone(from + at),
    }));
    await service.call(key, 'POST', '/contacts/batch', { contacts });
  }
  return lists;
}
