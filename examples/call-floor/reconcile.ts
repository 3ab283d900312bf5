import type { Call, Member, OrderedMessage, WebhookMessage } from '@smart-lists/client';
import type { PlacedCall } from './floor.js';

/** What three parties know of the same day. */
export interface Books {
  /** The floor: the calls that it made. */
  readonly placed: readonly PlacedCall[];
  /** The service, when it is asked: all calls of the workspace, and all members of all lists, former ones too. */
  readonly calls: readonly Call[];
  readonly members: readonly Member[];
  /** The ids of the calls that are found by a reference of the floor. */
  readonly byReference: ReadonlyMap<string, readonly string[]>;
  /** The service, of its own accord: what webhooks told, each message once, in any order. */
  readonly messages: readonly OrderedMessage[];
  readonly offers: readonly WebhookMessage[];
}

/** @returns a sentence for each difference between the books; none where they agree */
export function differences(books: Books): readonly string[] {
  return [
    ...betweenFloorAndCalls(books),
    ...betweenCallsAndMessages(books),
    ...betweenCallsAndOffers(books),
    ...betweenCallsAndAttempts(books),
    ...callsAtTheSameTime(books),
  ];
}

/** The reference of each call of the floor leads to one call, which is as the floor remembers it; no call is left. */
function betweenFloorAndCalls({ placed, calls, byReference }: Books): readonly string[] {
  const found: string[] = [];
  const left = new Map(calls.map((call) => [call.call_id, call]));
  for (const remembered of placed) {
    const { reference } = remembered;
    const [call_id = '', ...more] = byReference.get(reference) ?? [];
    const call = left.get(call_id);
    left.delete(call_id);
    if (call === undefined) found.push(`There is no call ${reference}; the floor made it.`);
    else found.push(...more.map((other) => `${call_id} and ${other} are both the call ${reference}.`));
    if (call === undefined) continue;
    const shown = { ...call, outcome_ids: call.outcomes.map(({ outcome_id }) => outcome_id) };
    for (const field of Object.keys(remembered) as (keyof PlacedCall)[]) {
      const [is, was] = [JSON.stringify(shown[field]), JSON.stringify(remembered[field])];
      if (is !== was) found.push(`The call ${reference} has the ${field} ${is}; the floor remembers ${was}.`);
    }
  }
  for (const { call_id, result } of left.values()) {
    // A dispatch that was under way when the floor closed was given back.
    if (result !== 'not_placed') found.push(`The call ${call_id} has the result ${result}; the floor did not make it.`);
  }
  return found;
}

/**
 * What webhooks told of each call, put in order, is what happened to it. `revision` and `index` are the order of
 * everything in the workspace: messages may come in another one.
 */
function betweenCallsAndMessages({ calls, messages }: Books): readonly string[] {
  const found: string[] = [];
  const events = groupedBy(messages, ({ revision, index }) => `${revision}, ${index}`);
  for (const [place, { length }] of events) {
    if (length > 1) found.push(`${length} different messages have the same place in the order: ${place}.`);
  }
  const inOrder = [...messages].sort((a, b) => a.revision - b.revision || a.index - b.index);
  const toldOf = groupedBy(inOrder, ({ data }) => ('call_id' in data ? data.call_id : ''));
  const callsOf = groupedBy(calls, ({ contact_id }) => contact_id);
  for (const call of calls) {
    const told = (toldOf.get(call.call_id) ?? []).flatMap((message) => toldBy(message) ?? []);
    const [is, was] = [told.join(', ') || 'nothing', lifeOf(call).join(', ')];
    if (is !== was) found.push(`Of the call ${call.call_id} webhooks told: ${is}. It was: ${was}.`);
    toldOf.delete(call.call_id);
  }
  for (const message of toldOf.get('') ?? []) {
    if (message.type !== 'member.moved') continue;
    const { contact_id, from_list_id } = message.data;
    // Nobody is moved without a call from the list.
    if (callsOf.get(contact_id)?.some(({ smart_list_id }) => smart_list_id === from_list_id)) continue;
    found.push(`Webhooks told that ${contact_id} was moved from ${from_list_id}, from where nobody called.`);
  }
  toldOf.delete('');
  for (const call_id of toldOf.keys()) found.push(`Webhooks told of the call ${call_id}, which is not there.`);
  return found;
}

/** What happens to a call, in this order, as its messages tell it. */
function lifeOf({ contact_id, attempt_number, outcomes, result, completed_at }: Call): readonly string[] {
  const applied = (type: 'action' | 'disposition') =>
    outcomes
      .filter(({ outcome_type }) => outcome_type === type)
      .map(({ sequence, outcome_name }) => `outcome ${sequence} (${outcome_name})`);
  return [
    `attempt ${attempt_number} to reach ${contact_id}`,
    ...applied('action'),
    ...(result === null ? [] : [`ended ${result}`]),
    ...applied('disposition'),
    ...(completed_at === null ? [] : ['completed']),
  ];
}

/** The same from a message; undefined where it tells nothing of a call's life. */
function toldBy(message: OrderedMessage): string | undefined {
  switch (message.type) {
    case 'call.dispatched':
      return `attempt ${message.data.attempt_number} to reach ${message.data.contact_id}`;
    case 'outcome.applied':
      return `outcome ${message.data.sequence} (${message.data.outcome.outcome_name})`;
    case 'call.ended':
    case 'call.lost':
      return `ended ${message.data.result}`;
    case 'call.completed':
      return 'completed';
    default:
      return undefined;
  }
}

/** Each action was told to its own URL, and nothing else was. */
function betweenCallsAndOffers({ calls, offers }: Books): readonly string[] {
  const applied = calls.flatMap(({ call_id, outcomes }) =>
    outcomes.filter((each) => each.outcome_type === 'action').map(({ sequence }) => `${call_id}, ${sequence}`),
  );
  const told = offers.flatMap((each) =>
    each.type === 'outcome.applied' ? `${each.call.call_id}, ${each.call.sequence}` : [],
  );
  const [isApplied, isTold] = [new Set(applied), new Set(told)];
  return [
    ...applied.filter((each) => !isTold.has(each)).map((each) => `The offer of a call was not asked for: ${each}.`),
    ...told.filter((each) => !isApplied.has(each)).map((each) => `An offer was asked for that no call has: ${each}.`),
  ];
}

/** The attempts of a member are the calls of its contact from that list, but for those that were not placed. */
function betweenCallsAndAttempts({ calls, members }: Books): readonly string[] {
  const attempts = calls.filter(({ smart_list_id, result }) => smart_list_id !== null && result !== 'not_placed');
  const made = groupedBy(attempts, ({ smart_list_id, contact_id }) => `${contact_id} on ${smart_list_id}`);
  const counted = new Map(
    members.map(({ smart_list_id, contact_id, attempt_count }) => [`${contact_id} on ${smart_list_id}`, attempt_count]),
  );
  return [...new Set([...made.keys(), ...counted.keys()])].flatMap((member) => {
    const [is, was] = [counted.get(member) ?? 0, made.get(member)?.length ?? 0];
    return is === was ? [] : [`${member} has ${is} attempts, and there were ${was} calls.`];
  });
}

/** Nobody is called again before the call before has ended. */
function callsAtTheSameTime({ calls }: Books): readonly string[] {
  return [...groupedBy(calls, ({ contact_id }) => contact_id)].flatMap(([contact_id, those]) => {
    const inOrder = [...those].sort((a, b) => Date.parse(a.dispatched_at) - Date.parse(b.dispatched_at));
    return inOrder.flatMap(({ call_id, dispatched_at }, at) => {
      const before = inOrder[at - 1];
      if (before === undefined || (before.ended_at !== null && before.ended_at <= dispatched_at)) return [];
      return [`${contact_id} was in two calls at once: ${before.call_id} and ${call_id}.`];
    });
  });
}

function groupedBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
