import { type EventViews, memberSubjects, subjectsOf } from '#kernel';
import type { CallbackCleared } from './callback-events.js';
import type { MemberAdded, MemberEvent } from './member-events.js';

const ofMember = ({ smart_list_id: list, contact_id: contact }: MemberAdded['data'] | CallbackCleared['data']) => [
  ...subjectsOf('list', list),
  ...subjectsOf('contact', contact),
  ...memberSubjects(list, contact),
];

/** How GET /events shows the events of members. */
export const MEMBER_EVENT_VIEWS: EventViews<MemberEvent> = {
  MemberAdded: {
    shows: { smart_list_id: true, contact_id: true, source: true, barred: true, capped_until: true, zones: true },
    subjects: ofMember,
  },
  MemberRemoved: {
    shows: {
      ...{ reason: true, lists: true, contacts: true, to_list_id: true },
      ...{ barred: true, capped: true, zoned: true, resets: true },
    },
    subjects: ({ lists, contacts }) => [
      ...subjectsOf('list', ...lists),
      ...subjectsOf('contact', ...contacts.map(({ contact_id }) => contact_id)),
      ...contacts.flatMap(({ contact_id, lists: left }) =>
        left.flatMap((at) => memberSubjects(lists[at]!, contact_id)),
      ),
    ],
  },
  MembersReset: {
    shows: { smart_list_id: true, contact_ids: true, barred: true, capped: true, zoned: true },
    subjects: ({ smart_list_id: list, contact_ids: contacts }) => [
      ...subjectsOf('list', list),
      ...subjectsOf('contact', ...contacts),
      ...contacts.flatMap((contact) => memberSubjects(list, contact)),
    ],
  },
  CallbackSet: {
    shows: {
      ...{ smart_list_id: true, contact_id: true, member_number: true, callback_at: true },
      ...{ agent_id: true, owner_seconds: true, barred: true, capped_until: true, zones: true },
    },
    subjects: ofMember,
  },
  CallbackCleared: {
    shows: {
      ...{ smart_list_id: true, contact_id: true, member_number: true },
      ...{ barred: true, capped_until: true, zones: true },
    },
    subjects: ofMember,
  },
  SweepAdvanced: {
    shows: { cause: true, smart_list_id: true, up_to_number: true, done: true },
    subjects: ({ smart_list_id }) => subjectsOf('list', smart_list_id),
  },
};
