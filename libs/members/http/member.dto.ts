import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneKeyOf,
  OneOf,
  PageAnswer,
  PhoneField,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import type { addMembers, removeEverywhere, removeMembers } from '../domain/change-members.js';
import type { MemberSource } from '../domain/member.js';
import { MEMBER_STATUSES, type MemberStatus, type presentMember } from '../domain/present-member.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const PHONE = '+12025550101';
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

@ApiSchema({ name: 'MemberReference', description: 'Names a contact.' })
@OneKeyOf('contact_id', 'phone')
export class MemberReferenceBody {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'The id of the contact.' })
  contact_id?: string;

  @PhoneField({
    optional: true,
    example: PHONE,
    description: 'In E.164. Of several contacts with it the one imported first.',
  })
  phone?: string;
}

@ApiSchema({ name: 'MemberReferences', description: 'The contacts that are meant.' })
export class MembersBody {
  @ListOf(() => MemberReferenceBody, {
    min: 1,
    max: 100,
    example: [{ contact_id: CONTACT_ID }, { phone: PHONE }],
    description: 'Each is counted in the answer. A malformed one refuses them all.',
  })
  members!: MemberReferenceBody[];
}

/** Filters of GET …/members. */
export class MembersFilter {
  @OneOf(STATUS, { optional: true, description: 'Only members of this status; left out: all but `removed`.' })
  status?: MemberStatus;
}

/** Reasons of every status (docs/reference/dialing-rules.md#eligibility). */
const REASONS = [
  'eligible',
  'cap_zero',
  'call_in_progress',
  'total_cap_reached',
  'daily_cap_reached',
  'retry_gap',
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
  'Why a member has its status. Of queued: eligible. Of waiting: retry_gap (`min_retry_seconds` have not passed), daily_cap_reached. Of in_call: call_in_progress. Of completed: ' +
    'total_cap_reached. Of frozen: cap_zero. Of removed: removed_by_request, removed_by_outcome, moved_by_outcome and moved_by_waterfall (to another list), list_deleted, ' +
    'contact_deleted.',
);

@ApiSchema({ name: 'LastDisposition', description: 'A disposition as it was when it was applied.' })
export class LastDispositionDto {
  @UuidField({ description: 'The outcome, which may be gone by now.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Interested', description: 'Its name at that time.' })
  outcome_name!: string;
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
      'Calls that were dispatched from this list, for life: leaving and coming back does not reset it. One that ended not_placed is not counted.',
    example: 0,
  })
  attempt_count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: "Those of them that began on the current day of the workspace's time zone.",
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

/** Like a reference of the body, with one of its two keys. */
@ApiSchema({ name: 'UnmatchedReference', description: 'A reference that resolves to no contact.' })
export class UnmatchedReferenceDto {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'Where it was given: in lower case.' })
  contact_id?: string;

  @PhoneField({ optional: true, example: PHONE, description: 'Where it was given.' })
  phone?: string;
}

/** Counts add up to the number of references. */
class BatchCounts extends OkAnswer {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'References to a contact that was named before in the same batch, or that is so already.',
    example: 0,
  })
  skipped!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'References that resolve to no contact.', example: 0 })
  unmatched!: number;

  @ListOf(() => UnmatchedReferenceDto, {
    min: 1,
    max: 100,
    optional: true,
    description: 'Those references, in their order. Left out where `unmatched` is 0.',
  })
  unmatched_references?: UnmatchedReferenceDto[];
}

@ApiSchema({
  name: 'MembersAddedResponse',
  description: 'What became of each reference: the three counts add up to their number.',
})
export class MembersAddedAnswer extends BatchCounts {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that became members.', example: 2 })
  inserted!: number;
}

/** Refused by the compiler where what a request is answered with and MembersAddedAnswer differ. */
export type PresentedAddition = PresentedAs<MembersAddedAnswer, AnsweredBy<typeof addMembers>>;

@ApiSchema({
  name: 'MembersRemovedResponse',
  description: 'What became of each reference: the three counts add up to their number.',
})
export class MembersRemovedAnswer extends BatchCounts {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Contacts that were members and no longer are.',
    example: 2,
  })
  removed!: number;
}

/** Refused by the compiler where what a request is answered with and MembersRemovedAnswer differ. */
export type PresentedRemoval = PresentedAs<
  MembersRemovedAnswer,
  AnsweredBy<typeof removeMembers | typeof removeEverywhere>
>;
