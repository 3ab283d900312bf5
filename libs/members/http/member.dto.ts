import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, InstantField, ListOf, Nested, OneKeyOf, OneOf, PhoneField, Text, UuidField } from '#http';
import { MEMBER_STATUSES, type MemberSource, type MemberStatus } from '../domain/index.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const LIST_ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';
const PHONE = '+12025550101';

/** Names a contact by exactly one of its id and its phone. */
@OneKeyOf('contact_id', 'phone')
export class MemberReferenceBody {
  @UuidField({ optional: true, example: CONTACT_ID })
  contact_id?: string;

  @PhoneField({ optional: true, example: PHONE, description: 'Of several contacts with it the one imported first.' })
  phone?: string;
}

export class MembersBody {
  @ListOf(() => MemberReferenceBody, { min: 1, max: 100, example: [{ contact_id: CONTACT_ID }, { phone: PHONE }] })
  members!: MemberReferenceBody[];
}

/** Filters of GET …/members. */
export class MembersFilter {
  @OneOf(MEMBER_STATUSES, { optional: true, description: 'Only members of this status; left out: all but `removed`.' })
  status?: MemberStatus;
}

/** Reasons of every status (scheduling.md). */
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

export class LastDispositionDto {
  @UuidField()
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Interested' })
  outcome_name!: string;
}

/** A member as it is shown. */
export class MemberDto {
  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @PhoneField({ example: PHONE })
  phone!: string;

  @UuidField({ example: LIST_ID })
  smart_list_id!: string;

  @OneOf(MEMBER_STATUSES, { example: 'queued' })
  status!: MemberStatus;

  @OneOf(REASONS, { example: 'eligible' })
  status_reason!: (typeof REASONS)[number];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts from this list, for life.', example: 0 })
  attempt_count!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts on the current local day.', example: 0 })
  attempts_today!: number;

  @InstantField({ nullable: true, example: null, description: 'When the last call from this list began.' })
  last_attempt_at!: string | null;

  @Nested(() => LastDispositionDto, {
    nullable: true,
    example: null,
    description: 'The last one applied to a call from this list.',
  })
  last_disposition!: LastDispositionDto | null;

  @InstantField({ nullable: true, description: 'queued: since when it is eligible; waiting: until when it waits.' })
  schedule_time!: string | null;

  @OneOf(['api', 'outcome', 'waterfall', 'import'], { example: 'api' })
  source!: MemberSource;

  @InstantField()
  added_at!: string;
}

export class MembersAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => MemberDto, { min: 0, max: 200 })
  members!: MemberDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'null: there is nothing more.', example: null })
  next_page_token!: string | null;
}

/** Counts add up to the number of references. */
class BatchCounts {
  @BooleanField({ example: true })
  ok!: true;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Repeats, and contacts that are so already.', example: 0 })
  skipped!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'References that resolve to no contact.', example: 0 })
  unmatched!: number;
}

export class MembersAddedAnswer extends BatchCounts {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that are members now.', example: 2 })
  inserted!: number;
}

export class MembersRemovedAnswer extends BatchCounts {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that are no members any more.', example: 2 })
  removed!: number;
}
