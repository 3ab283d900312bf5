import { withoutClocks } from '../../../past-answers/differences.js';
import type { Answer } from '../../../support/http.js';

/** One GET and the bytes of its answer. */
export interface RecordedRead {
  readonly path: string;
  readonly isAdmin: boolean;
  readonly status: number;
  readonly body: string;
}

/** Asks for a path with a key of the workspace, or with the admin token. */
export type Ask = (path: string, isAdmin: boolean) => Promise<Pick<Answer, 'status' | 'bytes'>>;

/** Rows of a page: tokens lead from one to the next. */
const PAGE = 3;

/** Every paged read, by its path and the field of its rows. */
const PAGED: readonly (readonly [path: string, rows: string])[] = [
  ['/smart-lists', 'smart_lists'],
  ['/contacts', 'contacts'],
  ['/webhook-deliveries', 'deliveries'],
  ['/calls', 'calls'],
  ['/do-not-call', 'entries'],
];

type Row = Readonly<Record<string, unknown>>;

/** Every read of a workspace that its own answers lead to: pages with their tokens, and each thing that they name. */
export async function readEverything(workspaceId: string, calls: readonly string[], ask: Ask): Promise<RecordedRead[]> {
  const reads: RecordedRead[] = [];
  const get = async (path: string, isAdmin = false): Promise<Row> => {
    const { status, bytes } = await ask(path, isAdmin);
    const body = bytes.toString();
    reads.push({ path, isAdmin, status, body });
    return JSON.parse(body) as Row;
  };
  const walk = async (path: string, rows: string, isAdmin = false): Promise<readonly Row[]> => {
    const all: Row[] = [];
    for (let token: string | null = ''; token !== null;) {
      const from: string = token === '' ? '' : `&page_token=${encodeURIComponent(token)}`;
      const page: Row = await get(`${path}?page_size=${PAGE}${from}`, isAdmin);
      all.push(...(page[rows] as readonly Row[]));
      token = page['next_page_token'] as string | null;
    }
    return all;
  };
  const [lists, contacts, deliveries] = await Promise.all(PAGED.map(([path, rows]) => walk(path, rows)));
  for (const { smart_list_id: id } of lists!) {
    await get(`/smart-lists/${String(id)}`);
    await get(`/smart-lists/${String(id)}/progress`);
    const members = await walk(`/smart-lists/${String(id)}/members`, 'members');
    for (const { contact_id } of members) {
      const member = `/smart-lists/${String(id)}/members/${String(contact_id)}`;
      await get(member);
      await get(`${member}/explain`);
    }
  }
  for (const { contact_id } of contacts!) {
    await get(`/contacts/${String(contact_id)}`);
    await walk(`/contacts/${String(contact_id)}/memberships`, 'memberships');
  }
  for (const { delivery_id } of deliveries!) await get(`/webhook-deliveries/${String(delivery_id)}`);
  const { webhook_endpoints } = (await get('/webhook-endpoints')) as { readonly webhook_endpoints: readonly Row[] };
  for (const { endpoint_id } of webhook_endpoints) {
    const path = `/webhook-endpoints/${String(endpoint_id)}`;
    await get(path);
    await get(`${path}/signing-secrets`);
    for (const { delivery_id } of await walk(`${path}/deliveries`, 'deliveries'))
      await get(`${path}/deliveries/${String(delivery_id)}`);
  }
  for (const { import_id } of await walk('/imports', 'imports')) {
    await get(`/imports/${String(import_id)}`);
    await walk(`/imports/${String(import_id)}/refused-rows`, 'refused_rows');
  }
  await get('/signing-secrets');
  for (const { calling_hours_id } of await walk('/calling-hours', 'calling_hours'))
    await get(`/calling-hours/${String(calling_hours_id)}`);
  for (const { dial_group_id } of await walk('/dial-groups', 'dial_groups'))
    await get(`/dial-groups/${String(dial_group_id)}`);
  const { outcomes } = (await get('/phone-system/outcomes')) as { readonly outcomes: readonly Row[] };
  for (const { outcome_id } of outcomes) await get(`/phone-system/outcomes/${String(outcome_id)}`);
  for (const id of calls) await get(`/calls/${id}`);
  await get('/dialer/preview?limit=100');
  await get('/dialer');
  await get('/dialer/stats');
  await walk('/admin/workspaces', 'workspaces', true);
  await get(`/admin/workspaces/${workspaceId}`, true);
  await get(`/admin/workspaces/${workspaceId}/api-keys`, true);
  return reads;
}

/**
 * A body without what is of the request and not of the instant, and without what is personal of contacts that were
 * erased since: no past has them any more, nor what their number tells of their clocks.
 */
export function comparable(read: Pick<RecordedRead, 'path' | 'body'>, erased: ReadonlySet<string>): string {
  return JSON.stringify(JSON.parse(withoutClocks(read, erased)), (key, value: unknown) => {
    if (key === 'request_id' || key === 'last_used_at') return undefined;
    const { contact_id } = (value ?? {}) as { readonly contact_id?: string };
    return contact_id !== undefined && erased.has(contact_id) ? withoutPerson(value as Row) : value;
  });
}

/** Answers about members and about who is called next: a bar has a part in them. */
const OF_BARS = /\/(members|memberships|progress)\b|^\/dialer\b/;

/**
 * The reads of an instant that the past can answer. Where a number of a contact that was erased since was on the
 * do-not-call list, these are none that a bar has a part in: no past knows the number any more.
 */
export function answerable(reads: readonly RecordedRead[], erased: ReadonlySet<string>): readonly RecordedRead[] {
  const barred = new Set<unknown>();
  const numbers: unknown[] = [];
  for (const { path, body } of reads) {
    JSON.parse(body, (_key, value: unknown) => {
      const { contact_id, phone, phones = [] } = (value ?? {}) as Row & { readonly phones?: readonly Row[] };
      if (path.startsWith('/do-not-call') && typeof phone === 'string') barred.add(phone);
      if (path.startsWith('/contacts') && erased.has(contact_id as string))
        numbers.push(phone, ...phones.map((each) => each['phone']));
      return value;
    });
  }
  return numbers.some((number) => barred.has(number)) ? reads.filter(({ path }) => !OF_BARS.test(path)) : reads;
}

function withoutPerson(row: Row): Row {
  const ofPerson = ['phone', 'name', 'external_id', 'phones', 'attributes', 'time_zone', 'zones', 'zones_source'];
  const personal = ofPerson.filter((name) => name in row);
  return { ...row, ...Object.fromEntries(personal.map((name) => [name, null])) };
}
