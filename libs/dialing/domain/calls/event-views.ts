import { type EventViews, memberSubjects, subjectsOf } from '#kernel';
import type { CallbackDue } from '../callbacks/due-callbacks.js';
import type { CallEvent, CallRegistered } from './call-events.js';
import type { ListDrained } from '../drained/list-drained.js';
import type { CallsErased } from './erased-calls.js';

/** What the events of a call name: registered calls are of no list. */
type Party = CallRegistered['data'] & { readonly smart_list_id?: string | null };

const ofParty = ({
  call_id,
  contact_id,
  smart_list_id = null,
}: Pick<Party, 'call_id' | 'contact_id' | 'smart_list_id'>) => [
  ...subjectsOf('call', call_id),
  ...subjectsOf('contact', contact_id),
  ...subjectsOf('list', smart_list_id),
  ...memberSubjects(smart_list_id, contact_id),
];

const PARTY = { call_id: true, contact_id: true, smart_list_id: true, member_number: true } as const;

/** How GET /events shows the events of calls, of lists that calls have drained, and of callbacks that are due. */
export const CALL_EVENT_VIEWS: EventViews<CallEvent | CallsErased | ListDrained | CallbackDue> = {
  CallDispatched: {
    shows: {
      ...{ ...PARTY, phone: true, attempt_number: true, lease_expires_at: true, snapshot: true },
      ...{ time_zone_data: true, callback: true, number_hash: true, also: true, relimited: true },
    },
    subjects: ofParty,
  },
  CallRegistered: {
    shows: { call_id: true, contact_id: true, phone: true, lease_expires_at: true },
    subjects: ofParty,
  },
  CallDetailsRecorded: {
    shows: {
      ...{ call_id: true, contact_id: true, dispatched_at: true, agent_id: true, reference: true },
      ...{ notes: true, duration_seconds: true, recording_url: true },
    },
    subjects: ({ call_id, contact_id }) => [...subjectsOf('call', call_id), ...subjectsOf('contact', contact_id)],
  },
  CallHeartbeat: {
    shows: { call_id: true, lease_expires_at: true },
    subjects: ({ call_id }) => subjectsOf('call', call_id),
  },
  CallEnded: {
    shows: {
      ...{ ...PARTY, result: true, dispatched_at: true, wrap_up_expires_at: true, barred: true, resets: true },
      ...{ capped_until: true, zones: true, also: true, relimited: true },
    },
    subjects: ofParty,
  },
  OutcomeApplied: {
    shows: { ...PARTY, sequence: true, outcome: true, barred: true, capped_until: true, zones: true },
    subjects: (data) => [...ofParty(data), ...subjectsOf('outcome', data.outcome.outcome_id)],
  },
  CallCompleted: { shows: { ...PARTY, by: true, exhausted: true }, subjects: ofParty },
  CallsErased: {
    shows: { contact_id: true, call_ids: true, number_hashes: true },
    subjects: ({ contact_id, call_ids }) => [...subjectsOf('contact', contact_id), ...subjectsOf('call', ...call_ids)],
  },
  ListDrained: {
    shows: { smart_list_id: true, completed_members: true },
    subjects: ({ smart_list_id }) => subjectsOf('list', smart_list_id),
  },
  CallbackDue: {
    shows: {
      ...{ smart_list_id: true, contact_id: true, member_number: true, callback_at: true },
      ...{ agent_id: true, due_at: true },
    },
    subjects: ({ smart_list_id, contact_id }) => [
      ...subjectsOf('list', smart_list_id),
      ...subjectsOf('contact', contact_id),
      ...memberSubjects(smart_list_id, contact_id),
    ],
  },
};
