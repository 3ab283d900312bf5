import { type DomainEvent, type Instant, type JsonObject, type RecordedEvent } from '#kernel';
import type { ImportFinished } from '#imports/domain';
import type { EndpointEventType } from './event-types.js';
import type { WebhookEndpointPaused } from './endpoint.js';

/** The contact of a call, and the list it was dialed from; null for an unlisted contact and a registered call. */
interface Party {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
}

/**
 * The fields of recorded events that messages are made of. The slices that declare these events in full stand below
 * this one (`libs/dialing/domain/calls/call-events.ts`, `libs/dialing/domain/drained/list-drained.ts`,
 * `libs/dialing/domain/callbacks/due-callbacks.ts`, `libs/do-not-call/domain/entry.ts`,
 * `libs/members/domain/member-events.ts`).
 */
export type FedEvent =
  | DomainEvent<
      'CallDispatched',
      Party & {
        readonly phone: string | null;
        readonly attempt_number: number;
        readonly lease_expires_at: Instant;
      }
    >
  | DomainEvent<
      'CallEnded',
      Party & {
        readonly result: string;
        readonly dispatched_at: Instant;
        readonly wrap_up_expires_at: Instant | null;
      }
    >
  | DomainEvent<'CallCompleted', Party & { readonly by: string; readonly exhausted?: true }>
  | DomainEvent<
      'OutcomeApplied',
      Party & {
        readonly sequence: number;
        readonly outcome: {
          readonly outcome_id: string;
          readonly outcome_name: string;
          readonly outcome_type: string;
          readonly destination_type: string;
          readonly destination_id: string | null;
          readonly destination_name: string | null;
        };
      }
    >
  | DomainEvent<
      'MemberRemoved',
      {
        readonly reason: string;
        readonly to_list_id?: string;
        readonly lists: readonly string[];
        readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
      }
    >
  | DomainEvent<'ListDrained', { readonly smart_list_id: string; readonly completed_members: number }>
  | DomainEvent<
      'CallbackDue',
      {
        readonly smart_list_id: string;
        readonly contact_id: string;
        readonly callback_at: Instant;
        readonly agent_id: string | null;
        readonly due_at: Instant;
      }
    >
  | DomainEvent<
      'DoNotCallAdded',
      {
        readonly phone: string | null;
        readonly contact_id: string | null;
        readonly reason: string | null;
        readonly source: string;
        readonly expires_at: Instant | null;
      }
    >
  | ImportFinished
  | WebhookEndpointPaused;

/** A message about an event, before it is known who gets it. */
export interface EventMessage {
  readonly type: EndpointEventType;
  /** Whom it is about; '': nobody. */
  readonly contactId: string;
  /** '': it is about no call. */
  readonly callId: string;
  /** The endpoint that is not told: its own pause reaches nobody there. Undefined: all that subscribed are. */
  readonly except?: string;
  readonly data: JsonObject;
}

/** The types of events that messages may be made of. */
const FED: ReadonlySet<string> = new Set<FedEvent['type']>([
  'CallDispatched',
  'CallEnded',
  'CallCompleted',
  'OutcomeApplied',
  'MemberRemoved',
  'ListDrained',
  'CallbackDue',
  'DoNotCallAdded',
  'ImportFinished',
  'WebhookEndpointPaused',
]);

/** How members are moved: `MemberRemoved.reason`, and the reason in the message. */
const MOVES: Readonly<Record<string, string>> = { moved_by_outcome: 'outcome', moved_by_waterfall: 'exhausted' };

/** Whether messages can be made of events of this type. */
export function isFed(type: string): type is FedEvent['type'] {
  return FED.has(type);
}

/** The types of the messages of an event, each once. */
export function messageTypesOf(event: RecordedEvent): readonly EndpointEventType[] {
  if (!isFed(event.type)) return [];
  const fed = event as DomainEvent as FedEvent;
  switch (fed.type) {
    case 'CallDispatched':
      return ['call.dispatched'];
    case 'CallEnded':
      return [fed.data.result === 'lost' ? 'call.lost' : 'call.ended'];
    case 'CallCompleted':
      return fed.data.exhausted ? ['call.completed', 'member.exhausted'] : ['call.completed'];
    case 'OutcomeApplied':
      return ['outcome.applied'];
    case 'MemberRemoved':
      return Object.hasOwn(MOVES, fed.data.reason) ? ['member.moved'] : [];
    case 'ListDrained':
      return ['list.drained'];
    case 'CallbackDue':
      return ['callback.due'];
    case 'DoNotCallAdded':
      return ['do_not_call.added'];
    case 'ImportFinished':
      return ['import.finished'];
    case 'WebhookEndpointPaused':
      return ['endpoint.paused'];
    default:
      return fed satisfies never;
  }
}

/**
 * The messages of an event, in their order: one; of a completion that exhausts the member two, and of a removal one for
 * each membership that has moved. They are made of the event alone, so they are the same whenever they are made.
 */
export function messagesOf(event: RecordedEvent): readonly EventMessage[] {
  const [type, further] = messageTypesOf(event);
  if (!type) return [];
  const fed = event as DomainEvent as FedEvent;
  switch (fed.type) {
    case 'CallDispatched': {
      const { phone, attempt_number, lease_expires_at } = fed.data;
      return [ofCall(type, fed.data, { phone, attempt_number, lease_expires_at })];
    }
    case 'CallEnded': {
      const { result, dispatched_at, wrap_up_expires_at } = fed.data;
      return [ofCall(type, fed.data, { result, dispatched_at, wrap_up_expires_at })];
    }
    case 'CallCompleted':
      return [ofCall(type, fed.data, { by: fed.data.by }), ...(further ? [ofCall(further, fed.data, {})] : [])];
    case 'OutcomeApplied': {
      const { sequence, outcome } = fed.data;
      const { outcome_id, outcome_name, outcome_type, destination_type, destination_id, destination_name } = outcome;
      const applied = { outcome_id, outcome_name, outcome_type, destination_type, destination_id, destination_name };
      return [ofCall(type, fed.data, { sequence, outcome: applied })];
    }
    case 'MemberRemoved':
      return moved(type, fed.data);
    case 'ListDrained': {
      const { smart_list_id, completed_members } = fed.data;
      const { occurred_at: drained_at } = event.metadata;
      const data = { smart_list_id, completed_members, drained_at };
      return [{ type, contactId: '', callId: '', data }];
    }
    case 'CallbackDue': {
      const { contact_id, smart_list_id, callback_at, agent_id, due_at } = fed.data;
      const data = { contact_id, smart_list_id, callback_at, agent_id, due_at };
      return [{ type, contactId: contact_id, callId: '', data }];
    }
    case 'DoNotCallAdded': {
      const { phone, contact_id, reason, source, expires_at } = fed.data;
      const { occurred_at: added_at } = event.metadata;
      const data = { phone, contact_id, reason, source, expires_at, added_at };
      return [{ type, contactId: contact_id ?? '', callId: '', data }];
    }
    case 'ImportFinished': {
      const { counts, ...about } = fed.data;
      return [{ type, contactId: '', callId: '', data: { ...about, ...counts } }];
    }
    case 'WebhookEndpointPaused': {
      const { endpoint_id, failing_since } = fed.data;
      return [{ type, contactId: '', callId: '', except: endpoint_id, data: { endpoint_id, failing_since } }];
    }
    default:
      return fed satisfies never;
  }
}

function ofCall(type: EndpointEventType, { call_id, contact_id, smart_list_id }: Party, more: JsonObject) {
  return { type, contactId: contact_id, callId: call_id, data: { call_id, contact_id, smart_list_id, ...more } };
}

function moved(
  type: EndpointEventType,
  { reason, to_list_id, lists, contacts }: Extract<FedEvent, { type: 'MemberRemoved' }>['data'],
): readonly EventMessage[] {
  return contacts.flatMap(({ contact_id, lists: left }) =>
    left.map((index) => ({
      type,
      contactId: contact_id,
      callId: '',
      data: { contact_id, from_list_id: lists[index]!, to_list_id: to_list_id ?? null, reason: MOVES[reason]! },
    })),
  );
}
