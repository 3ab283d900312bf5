import type { Random } from '../support/random.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { UNKNOWN_ID } from '../support/workspace.js';
import type { Tenant } from './workload/tenant.js';

/** A GET, and whose token it bears; undefined: none. */
export interface Question {
  readonly path: string;
  readonly token: string | undefined;
}

/** One GET and the bytes of its answer. */
export interface RecordedAnswer extends Question {
  readonly status: number;
  readonly body: string;
}

type Ask = (question: Question) => Promise<{ readonly status: number; readonly body: string }>;

/** Paths of one route, some of them refused; `%page` stands where the parameters of a page go. */
type Drawing = (tenant: Tenant, random: Random) => string;

/** Pages that one walk asks for at most: the others of a long list are like these. */
const PAGES = 4;

const MEMBER_STATUSES = ['queued', 'waiting', 'in_call', 'completed', 'frozen', 'removed'] as const;
const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'exhausted', 'cancelled'] as const;

/** How each GET of the API is asked, by its route. */
export const QUESTIONS: Readonly<Record<string, readonly [weight: number, drawing: Drawing]>> = {
  'GET /smart-lists': [3, () => '/smart-lists?%page'],
  'GET /smart-lists/{smartListId}': [5, (tenant, random) => `/smart-lists/${list(tenant, random)}`],
  'GET /smart-lists/{smartListId}/progress': [5, (tenant, random) => `/smart-lists/${list(tenant, random)}/progress`],
  'GET /smart-lists/{smartListId}/members': [
    8,
    (tenant, random) =>
      `/smart-lists/${list(tenant, random)}/members?%page${oneOrNone('status', MEMBER_STATUSES, random)}`,
  ],
  'GET /smart-lists/{smartListId}/members/{contactId}': [
    6,
    (tenant, random) => `/smart-lists/${list(tenant, random)}/members/${contact(tenant, random)}`,
  ],
  'GET /smart-lists/{smartListId}/members/{contactId}/explain': [
    10,
    (tenant, random) => `/smart-lists/${list(tenant, random)}/members/${contact(tenant, random)}/explain`,
  ],
  'GET /calling-hours': [1, () => '/calling-hours?%page'],
  'GET /calling-hours/{callingHoursId}': [2, (tenant, random) => `/calling-hours/${known(tenant.hours, random)}`],
  'GET /dial-groups': [1, () => '/dial-groups?%page'],
  'GET /dial-groups/{dialGroupId}': [2, (tenant, random) => `/dial-groups/${known(tenant.groups, random)}`],
  'GET /phone-system/outcomes': [1, () => '/phone-system/outcomes'],
  'GET /phone-system/outcomes/{outcomeId}': [
    2,
    (tenant, random) => `/phone-system/outcomes/${known([...tenant.actions, ...tenant.dispositions], random)}`,
  ],
  // Not in the order of names: a contact that was erased since has none in any past, and so another place.
  'GET /contacts': [
    3,
    (tenant, random) =>
      random.below(2) === 0
        ? `/contacts?%page${oneOrNone('order', ['ascending', 'descending'], random)}`
        : random.below(2) === 0
          ? `/contacts?phone=${encodeURIComponent(tenant.phone(tenant.someKept(random)))}`
          : `/contacts?attribute=${random.oneOf(['code', 'code', 'tier'])}:${tenant.someKept(random)}`,
  ],
  'GET /do-not-call': [1, () => '/do-not-call?%page'],
  'GET /do-not-call/{phone}': [
    2,
    (tenant, random) => `/do-not-call/${encodeURIComponent(tenant.phone(tenant.someKept(random)))}`,
  ],
  'GET /contacts/{contactId}': [5, (tenant, random) => `/contacts/${contact(tenant, random)}`],
  'GET /contacts/{contactId}/memberships': [
    6,
    (tenant, random) => `/contacts/${contact(tenant, random)}/memberships?%page`,
  ],
  'GET /dialer/preview': [
    4,
    (tenant, random) => {
      const group = random.below(2) === 0 ? known(tenant.groups, random) : undefined;
      const scope = group === undefined ? `&smart_list_id=${list(tenant, random)}` : `&dial_group_id=${group}`;
      const of = random.below(2) === 0 ? '' : scope;
      return `/dialer/preview?limit=${1 + random.below(50)}${of}`;
    },
  ],
  'GET /dialer': [1, () => '/dialer'],
  'GET /dialer/stats': [3, () => '/dialer/stats'],
  'GET /calls': [
    4,
    (_tenant, random) =>
      `/calls?%page${oneOrNone('state', ['in_progress', 'ended', 'completed'], random)}&order=newest_first`,
  ],
  'GET /calls/{callId}': [6, (tenant, random) => `/calls/${known(tenant.calls, random)}`],
  'GET /webhook-deliveries': [
    3,
    (tenant, random) =>
      `/webhook-deliveries?%page${oneOrNone('status', DELIVERY_STATUSES, random)}${oneOrNone('outcome_id', tenant.actions, random)}`,
  ],
  'GET /webhook-deliveries/{deliveryId}': [
    4,
    (tenant, random) => `/webhook-deliveries/${known(tenant.deliveries, random)}`,
  ],
  'GET /imports': [1, () => '/imports?%page'],
  'GET /imports/{importId}': [1, () => `/imports/${UNKNOWN_ID}`],
  'GET /imports/{importId}/refused-rows': [1, () => `/imports/${UNKNOWN_ID}/refused-rows?%page`],
  'GET /webhook-endpoints': [1, () => '/webhook-endpoints'],
  // The workload makes none: what lists tell of them is asked with the rows of the past that have some.
  'GET /webhook-endpoints/{endpointId}': [1, () => `/webhook-endpoints/${UNKNOWN_ID}`],
  'GET /webhook-endpoints/{endpointId}/deliveries': [1, () => `/webhook-endpoints/${UNKNOWN_ID}/deliveries?%page`],
  'GET /webhook-endpoints/{endpointId}/deliveries/{endpointDeliveryId}': [
    1,
    () => `/webhook-endpoints/${UNKNOWN_ID}/deliveries/${UNKNOWN_ID}`,
  ],
  'GET /webhook-endpoints/{endpointId}/signing-secrets': [1, () => `/webhook-endpoints/${UNKNOWN_ID}/signing-secrets`],
  'GET /signing-secrets': [1, () => '/signing-secrets'],
  'GET /admin/workspaces': [1, () => '/admin/workspaces?%page'],
  'GET /admin/workspaces/{workspaceId}': [1, ({ workspaceId }) => `/admin/workspaces/${workspaceId}`],
  'GET /admin/workspaces/{workspaceId}/api-keys': [1, ({ workspaceId }) => `/admin/workspaces/${workspaceId}/api-keys`],
  'GET /admin/held-streams': [1, () => '/admin/held-streams'],
  'GET /admin/parked': [1, () => '/admin/parked?%page'],
  'GET /admin/parked/{itemId}': [1, () => `/admin/parked/${UNKNOWN_ID}`],
};

/** GETs that no past has, or that are about the process that answers (docs/how-to/audit.md). */
export const NOT_OF_A_PAST: readonly string[] = [
  'GET /me',
  'GET /events',
  'GET /events/{eventId}',
  'GET /exports/contacts',
  'GET /exports/members',
  'GET /exports/calls',
  'GET /exports/refused-rows',
  'GET /admin/projections',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
];

/** Asks each route at least once, then by weight, until there is this number of answers; pages lead to others. */
export async function askAll(
  count: number,
  tenants: readonly Tenant[],
  random: Random,
  ask: Ask,
): Promise<readonly RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  const toDraw = Object.keys(QUESTIONS);
  const byWeight = toDraw.flatMap((route) => Array.from({ length: QUESTIONS[route]![0] }, () => route));
  while (answers.length < count) {
    const route = toDraw.shift() ?? random.oneOf(byWeight);
    const tenant = random.oneOf(tenants);
    const path = QUESTIONS[route]![1](tenant, random);
    const token = route.startsWith('GET /admin/') ? ADMIN_TOKEN : tokenOf(tenant, random);
    const size = `page_size=${1 + random.below(40)}`;
    let next: string | null = '';
    for (let page = 0; next !== null && page < PAGES && answers.length < count; page += 1) {
      const of: string = next === '' ? size : `${size}&page_token=${encodeURIComponent(next)}`;
      const question = { path: path.replace('%page', of), token };
      const { status, body } = await ask(question);
      answers.push({ ...question, status, body });
      next = path.includes('%page') ? nextPage(body) : null;
    }
  }
  return answers;
}

/** Now and then another key than that with all scopes: a narrow one, one that may be revoked, or none. */
function tokenOf(tenant: Tenant, random: Random): string | undefined {
  const drawn = random.below(40);
  if (drawn === 0) return tenant.narrowToken;
  if (drawn === 1) return undefined;
  return drawn <= 3 && tenant.keys.length > 0 ? random.oneOf(tenant.keys).token : tenant.token;
}

function nextPage(body: string): string | null {
  return (JSON.parse(body) as { readonly next_page_token?: string | null }).next_page_token ?? null;
}

/** One that is known, or rarely one that is unknown. */
function known(ids: readonly string[], random: Random): string {
  return ids.length === 0 || random.below(30) === 0 ? UNKNOWN_ID : random.oneOf(ids);
}

function list(tenant: Tenant, random: Random): string {
  return known(random.below(20) === 0 ? tenant.deletedLists : tenant.lists, random);
}

function contact(tenant: Tenant, random: Random): string {
  return tenant.contactId(tenant.someContact(random));
}

function oneOrNone(name: string, values: readonly string[], random: Random): string {
  return values.length === 0 || random.below(2) === 0 ? '' : `&${name}=${random.oneOf(values)}`;
}
