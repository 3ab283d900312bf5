import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Service } from '../../support/service.js';

/** The bytes of every page of every GET, by path and page token. */
export type Dump = ReadonlyMap<string, string>;

const PAGE_SIZE = 7;
const STATUSES = ['', 'queued', 'frozen', 'removed'];
const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'exhausted', 'cancelled'];

/** Reads everything that a workspace shows, in small pages, and what the administration shows of it. */
export async function dump(service: Service, workspaceId: string, token: string): Promise<Dump> {
  const pages = new Map<string, string>();
  const client = service.client(token);
  const lists = await walk(pages, client, '/smart-lists', 'smart_lists');
  for (const { smart_list_id: id } of lists) {
    await single(pages, client, `/smart-lists/${id}`);
    for (const status of STATUSES) {
      await walk(pages, client, `/smart-lists/${id}/members`, 'members', status === '' ? '' : `status=${status}&`);
    }
  }
  for (const { contact_id, phone } of await walk(pages, client, '/contacts', 'contacts')) {
    await single(pages, client, `/contacts/${contact_id}`);
    await walk(pages, client, '/contacts', 'contacts', `phone=${encodeURIComponent(phone!)}&`);
  }
  const { outcomes } = jsonOf(await single(pages, client, '/phone-system/outcomes')) as Rows<'outcomes'>;
  for (const { outcome_id } of outcomes) {
    await single(pages, client, `/phone-system/outcomes/${outcome_id}`);
    await walk(pages, client, '/webhook-deliveries', 'deliveries', `outcome_id=${outcome_id}&`);
  }
  for (const { delivery_id } of await walk(pages, client, '/webhook-deliveries', 'deliveries')) {
    await single(pages, client, `/webhook-deliveries/${delivery_id}`);
  }
  for (const status of DELIVERY_STATUSES) {
    await walk(pages, client, '/webhook-deliveries', 'deliveries', `status=${status}&`);
  }
  for (const { dial_group_id } of await walk(pages, client, '/dial-groups', 'dial_groups'))
    await single(pages, client, `/dial-groups/${dial_group_id}`);
  for (const { calling_hours_id } of await walk(pages, client, '/calling-hours', 'calling_hours'))
    await single(pages, client, `/calling-hours/${calling_hours_id}`);
  await walk(pages, service.admin, '/admin/workspaces', 'workspaces');
  await single(pages, service.admin, `/admin/workspaces/${workspaceId}/api-keys`);
  return pages;
}

type Rows<Name extends string> = Readonly<Record<Name, readonly Readonly<Record<string, string>>[]>>;

async function walk(pages: Map<string, string>, client: Client, path: string, rows: string, filter = '') {
  const all: Readonly<Record<string, string>>[] = [];
  let token = '';
  do {
    const answer = await single(pages, client, `${path}?${filter}page_size=${PAGE_SIZE}${token}`);
    const page = jsonOf(answer) as Rows<string> & { readonly next_page_token?: string | null };
    all.push(...page[rows]!);
    token = page.next_page_token ? `&page_token=${page.next_page_token}` : '';
  } while (token !== '');
  return all;
}

async function single(pages: Map<string, string>, client: Client, path: string) {
  const answer = await client.get(path);
  expect(`${answer.status} ${path}`).toBe(`200 ${path}`);
  // The only field that is lost with the read model (docs/reference/http-contract.md#admin-routes).
  const bytes = answer.bytes.toString().replace(/"last_used_at":("[^"]*"|null)/g, '"last_used_at":null');
  pages.set(path, `${answer.headers['etag'] ?? 'no etag'}\n${bytes}`);
  return answer;
}
