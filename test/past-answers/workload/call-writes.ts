import type { Random } from '../../support/random.js';
import type { Write } from './caller.js';
import type { Tenant } from './tenant.js';
import type { Requests, Writing } from './writing.js';

/** The most calls that one request dispatches (docs/reference/http-contract.md#endpoints). */
const LIMIT = 50;

/** Open calls of a workspace by the size of a step, above which no more are begun: other steps end them. */
const OPEN_CALLS_OF_SIZE = 4;

/** Outcomes of each type that a workspace has at most. */
const OUTCOMES = 12;

/** How the receiver of webhooks answers, by its path: most often well. */
export const HOOKS = ['/thanks', '/thanks', '/thanks', '/thanks', '/busy', '/gone'] as const;

type Answer = Readonly<Record<string, unknown>>;

/** Writes of calls, outcomes and deliveries. */
export const CALL_WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  [14, dispatch],
  [3, register],
  [20, endCalls],
  [2, heartbeat],
  [6, applyActions],
  [3, createOutcome],
  [1, changeOutcome],
  [1, deleteOutcome],
  [1, redeliver],
];

function dispatch({ caller, tenant, random, size }: Writing) {
  if (tenant.openCalls.length > OPEN_CALLS_OF_SIZE * size) return [];
  const limit = Math.min(LIMIT, Math.max(4, Math.round(size / 4)));
  return Array.from({ length: Math.ceil(size / 200) }, () => {
    const group = random.below(4) === 0 && tenant.groups.length > 0 ? random.oneOf(tenant.groups) : null;
    const json = { limit: 1 + random.below(limit), dial_group_id: group };
    const write = { method: 'POST', path: '/dialer/next', json } as const;
    return async () => learnCalls(tenant, random, await caller.write(write, tenant.token));
  });
}

function register({ caller, tenant, random }: Writing) {
  const json = { contact_id: tenant.contactId(tenant.someContact(random)) };
  return [
    async () => learnCalls(tenant, random, await caller.write({ method: 'POST', path: '/calls', json }, tenant.token)),
  ];
}

function learnCalls(tenant: Tenant, random: Random, answer: Answer): void {
  const { call, calls = [] } = answer as { call?: { call_id: string }; calls?: readonly { call_id: string }[] };
  for (const { call_id: callId } of call ? [call] : calls) {
    tenant.openCalls.push(callId);
    tenant.remember(tenant.calls, callId, random);
  }
}

/** Ends calls, some with an action before, and most with a disposition behind. */
function endCalls({ caller, tenant, random, size }: Writing) {
  return random.sample(tenant.openCalls, 1 + random.below(Math.max(8, size / 3))).map((callId) => {
    tenant.openCalls.splice(tenant.openCalls.indexOf(callId), 1);
    const action = random.below(4) === 0 ? applied(callId, tenant.actions, random) : undefined;
    const disposition = random.below(4) > 0 ? applied(callId, tenant.dispositions, random) : undefined;
    const json = { result: random.oneOf(['answered', 'answered', 'busy', 'no_answer', 'not_placed']) };
    const end = { method: 'POST', path: `/calls/${callId}/end`, json } as const;
    return async () => {
      for (const write of [action, end, disposition]) {
        if (write) learnDelivery(tenant, random, await caller.write(write, tenant.token));
      }
    };
  });
}

function applyActions({ caller, tenant, random }: Writing) {
  return random.sample(tenant.openCalls, 3).flatMap((callId) => {
    const write = applied(callId, tenant.actions, random);
    return write ? [async () => learnDelivery(tenant, random, await caller.write(write, tenant.token))] : [];
  });
}

function applied(callId: string, outcomes: readonly string[], random: Random): Write | undefined {
  if (outcomes.length === 0) return undefined;
  return { method: 'POST', path: `/calls/${callId}/outcomes`, json: { outcome_id: random.oneOf(outcomes) } };
}

function heartbeat({ caller, tenant, random }: Writing) {
  return random.sample(tenant.openCalls, 2).map((callId) => async () => {
    await caller.write({ method: 'POST', path: `/calls/${callId}/heartbeat` }, tenant.token);
  });
}

function learnDelivery(tenant: Tenant, random: Random, answer: Answer): void {
  const { delivery_id: id } = answer as { readonly delivery_id?: string | null };
  if (id) tenant.remember(tenant.deliveries, id, random);
}

export function createOutcome({ caller, tenant, random, step, receiver }: Writing) {
  const isAction = random.below(2) === 0;
  const known = isAction ? tenant.actions : tenant.dispositions;
  if (known.length >= OUTCOMES) return [];
  const json = {
    outcome_name: `Outcome ${step}`,
    ...(isAction && { outcome_type: 'action', webhook_url: receiver + random.oneOf(HOOKS) }),
    ...destination(tenant, random),
  };
  return [
    async () => {
      const answer = await caller.write({ method: 'POST', path: '/phone-system/outcomes', json }, tenant.token);
      const { outcome } = answer as { readonly outcome?: { readonly outcome_id: string } };
      if (outcome) known.push(outcome.outcome_id);
    },
  ];
}

function destination(tenant: Tenant, random: Random): object {
  const type = random.oneOf(['none', 'none', 'smart_list', 'remove_from_all', 'remove_from_selected'] as const);
  const list = tenant.lists.length > 0 ? random.oneOf(tenant.lists) : undefined;
  if (list === undefined) return {};
  if (type === 'smart_list') return { destination_type: type, destination_id: list };
  return type === 'remove_from_selected'
    ? { destination_type: type, smart_list_ids: [list] }
    : { destination_type: type };
}

function changeOutcome({ caller, tenant, random, step }: Writing) {
  const known = [...tenant.actions, ...tenant.dispositions];
  if (known.length === 0) return [];
  const write = {
    method: 'PATCH',
    path: `/phone-system/outcomes/${random.oneOf(known)}`,
    json: { outcome_name: `Renamed ${step}`, order: random.below(100), ...destination(tenant, random) },
  } as const;
  return [async () => void (await caller.write(write, tenant.token))];
}

function deleteOutcome({ caller, tenant, random }: Writing) {
  if (tenant.dispositions.length < 3) return [];
  const [id] = tenant.dispositions.splice(random.below(tenant.dispositions.length), 1);
  return [
    async () => void (await caller.write({ method: 'DELETE', path: `/phone-system/outcomes/${id!}` }, tenant.token)),
  ];
}

function redeliver({ caller, tenant, random }: Writing) {
  if (tenant.deliveries.length === 0) return [];
  const path = `/webhook-deliveries/${random.oneOf(tenant.deliveries)}/redeliver`;
  return [async () => learnDelivery(tenant, random, await caller.write({ method: 'POST', path }, tenant.token))];
}
