import { numberedId, numberedPhone } from './events.js';
import { makeList } from './service.js';
import type { BenchService, Tenant } from './service.js';

/** Creates empty lists, and the contacts that the batches of a load name. Returns the lists' ids. */
export async function fill(
  service: BenchService,
  { key }: Tenant,
  size: { readonly lists: number; readonly contacts: number; readonly settings?: object },
): Promise<readonly string[]> {
  const lists: string[] = [];
  for (let list = 0; list < size.lists; list += 1) {
    lists.push(await makeList(service, key, `List ${list}`, size.settings));
  }
  for (let from = 0; from < size.contacts; from += 1_000) {
    const contacts = Array.from({ length: Math.min(1_000, size.contacts - from) }, (_, at) => ({
      contact_id: numberedId(3, from + at),
      phone: numberedPhone(from + at),
    }));
    await service.call(key, 'POST', '/contacts/batch', { contacts });
  }
  return lists;
}

/** Adds the contacts of `fill` to its lists, an equal part of them to each. */
export async function shareOut(
  service: BenchService,
  tenant: Tenant,
  lists: readonly string[],
  contacts: number,
): Promise<void> {
  const perList = contacts / lists.length;
  for (const [at, list] of lists.entries()) await addMembers(service, tenant, [list], perList, at * perList);
}

/** Adds the same contacts, `count` of them from the one numbered `first` on, to each list, 100 at a time. */
export async function addMembers(
  service: BenchService,
  { key }: Tenant,
  lists: readonly string[],
  count: number,
  first = 0,
): Promise<void> {
  for (const list of lists) {
    for (let from = 0; from < count; from += 100) {
      const length = Math.min(100, count - from);
      const members = Array.from({ length }, (_, at) => ({ contact_id: numberedId(3, first + from + at) }));
      await service.call(key, 'POST', `/smart-lists/${list}/members/batch`, { members });
    }
  }
}
