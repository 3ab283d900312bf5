import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  InstantField,
  Integer,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  PhoneField,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import { CALLBACK_OWNER } from '../domain/callback-input.js';
import { AGENT_ID, OWNER_SECONDS } from '../domain/callbacks.js';
import type { MemberSource } from '../domain/member-events.js';
import { MEMBER_STATUSES, type MemberStatus, type presentMember } from '../domain/present-member.js';
import type { ShownMembership } from '../queries/list-memberships.query.js';

const STATUS = namedEnum(
  'MemberStatus',
  MEMBER_STATUSES,
  'Where a member stands. queued: may be called now. waiting: may be called at `schedule_time`. in_call: has a call in flight, from whatever list. completed: has had all of ' +
    '`max_attempts_total`. frozen: a cap of the list is 0. removed: is no member any more.',
);
const SOURCE = namedEnum(
  'MemberSource',
  ['api', 'outcome', 'waterfall', 'import'],
  'api: put on the list by a request. outcome: by an outcome. waterfall: by the waterfall of another list. import: brought along from elsewhere.',
);

/** Filters of GET …/members. */
export class MembersFilter {
  @OneOf(STATUS, { optional: true, description: 'Only members of this status; left out: all but `removed`.' })
  status?: MemberStatus;
}

/** Reasons of every status (docs/reference/dialing-rules.md#eligibility). */
const REASONS = [
  'eligible',
  'callback_due',
  'do_not_call',
  'dialing_paused',
  'list_paused',
  'cap_zero',
  'call_in_progress',
  'total_cap_reached',
  'callback_scheduled',
  'daily_cap_reached',
  'window_cap_reached',
  'contact_cap_reached',
  'retry_gap',
  'calling_hours',
  'removed_by_request',
  'removed_by_outcome',
  'moved_by_outcome',
  'moved_by_waterfall',
  'list_deleted',
  'contact_deleted',
] as const;
const REASON = namedEnum(
  'MemberStatusReason',
  REASONS,
  'Why a member has its status. Of queued: eligible, callback_due (its callback is due, perhaps for its owner first). Of waiting: callback_scheduled (its callback is later), retry_gap (it has not passed), daily_cap_reached, window_cap_reached, contact_cap_reached (calls over all lists), calling_hours (they are closed). Of in_call: call_in_progress. Of completed: ' +
    'total_cap_reached. Of frozen: do_not_call (its number is in the register), dialing_paused (in the workspace), list_paused, cap_zero. Of removed: removed_by_request, removed_by_outcome, moved_by_outcome and moved_by_waterfall (to another list), list_deleted, ' +
    'contact_deleted.',
);

@ApiSchema({ name: 'LastDisposition', description: 'A disposition as it was when it was applied.' })
export class LastDispositionDto {
  @UuidField({ description: 'The outcome, which may be gone by now.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Interested', description: 'Its name at that time.' })
  outcome_name!: string;
}

@ApiSchema({ name: 'Callback', description: 'A promise to call a member at an instant.' })
export class CallbackDto {
  @InstantField({ description: 'When it was promised for.' })
  callback_at!: string;

  @Text({
    ...AGENT_ID,
    example: 'agent-7',
    nullable: true,
    description: 'Your own id of its owner. null: it has none.',
  })
  agent_id!: string | null;

  @Integer({
    ...OWNER_SECONDS,
    nullable: true,
    example: 900,
    description: 'For how long from `due_at` on it is kept for its owner. null: it has none.',
  })
  owner_seconds!: number | null;

  @InstantField({
    nullable: true,
    description:
      'When it is due: at `callback_at`, or once the daily cap, the windows of the list and the limits of the contact allow the call; calling hours do not move it. null: `max_attempts_per_day` is 0.',
  })
  due_at!: string | null;

  @InstantField({
    nullable: true,
    description: 'From when on anybody is given it. null: it has no owner, or `due_at` is null.',
  })
  owner_until!: string | null;
}

@ApiSchema({
  name: 'Member',
  description: 'A contact on a smart list. Status, reason and times are those of the instant of the answer.',
})
export class MemberDto {
  @UuidField({ description: 'The contact.' })
  contact_id!: string;

  @PhoneField({ nullable: true, description: 'Of the contact, in E.164. null: it was erased.' })
  phone!: string | null;

  @UuidField({ description: 'The list.' })
  smart_list_id!: string;

  @OneOf(STATUS)
  status!: MemberStatus;

  @OneOf(REASON)
  status_reason!: (typeof REASONS)[number];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'Calls that were dispatched from this list since its last reset, or for life without one: leaving and coming back does not reset it. One that ended not_placed is not counted.',
    example: 0,
  })
  attempt_count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      "Calls that were dispatched from this list on the current day of the workspace's time zone, those of before a reset too. One that ended not_placed is not counted.",
    example: 0,
  })
  attempts_today!: number;

  @InstantField({
    nullable: true,
    example: null,
    description: 'When the last call from this list was dispatched. null: there was none.',
  })
  last_attempt_at!: string | null;

  @Nested(() => LastDispositionDto, {
    nullable: true,
    example: null,
    description: 'The last one applied to a call from this list. null: there was none.',
  })
  last_disposition!: LastDispositionDto | null;

  @InstantField({
    nullable: true,
    description:
      'Of queued: since when it may be called. Of waiting: from when on, if nothing else happens. null of any other status.',
  })
  schedule_time!: string | null;

  @Nested(() => CallbackDto, { nullable: true, example: null, description: 'null: none is to come.' })
  callback!: CallbackDto | null;

  @OneOf(SOURCE)
  source!: MemberSource;

  @InstantField({ description: 'When this membership began.' })
  added_at!: string;

  @InstantField({ nullable: true, example: null, description: 'When the contact was erased. null: it was not.' })
  erased_at!: string | null;
}

/** Refused by the compiler where what is presented and MemberDto differ. */
export type PresentedMember = PresentedAs<MemberDto, ReturnType<typeof presentMember>>;

@ApiSchema({ name: 'MemberPage', description: 'A page of members.' })
export class MembersAnswer extends PageAnswer {
  @ListOf(() => MemberDto, { min: 0, max: 200, description: 'In the order that the operation says.' })
  members!: MemberDto[];
}

@ApiSchema({ name: 'MemberResponse', description: 'One member.' })
export class MemberAnswer extends OkAnswer {
  @Nested(() => MemberDto)
  member!: MemberDto;
}

@ApiSchema({ name: 'ChangeMember', description: 'The callback of a member.' })
export class ChangeMemberBody {
  @InstantField({
    nullable: true,
    example: '2026-01-05T09:00:00.000Z',
    description: 'When the contact is to be called. One in the past is taken as now. null: not any more.',
  })
  callback_at!: string | null;

  @Text(CALLBACK_OWNER.agent)
  callback_agent_id?: string | null;

  @Integer(CALLBACK_OWNER.seconds)
  callback_owner_seconds?: number | null;
}

@ApiSchema({
  name: 'Membership',
  description: 'A member, with the name of its list. Status, reason and times are those of the instant of the answer.',
})
export class MembershipDto extends MemberDto {
  @Text({ min: 1, max: 200, example: 'Spring campaign', description: 'The name of the list, as it is now.' })
  smart_list_name!: string;
}

/** Refused by the compiler where what is presented and MembershipDto differ. */
export type PresentedMembership = PresentedAs<MembershipDto, ShownMembership>;

@ApiSchema({ name: 'MembershipPage', description: 'A page of memberships.' })
export class MembershipsAnswer extends PageAnswer {
  @ListOf(() => MembershipDto, { min: 0, max: 200, description: 'In the order of the ids of their lists.' })
  memberships!: MembershipDto[];
}
