import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  InstantField,
  Integer,
  IntegerStep,
  ListOf,
  Nested,
  OneKeyOf,
  OneOf,
  PhoneField,
  Text,
  UuidField,
} from '#http';
import { OUTCOME_TYPES, type OutcomeType } from '#outcomes/domain';
import { PRIORITIES, type Priority } from '#smart-lists/domain';
import {
  CALL_RESULTS,
  CALL_STATES,
  type CallResult,
  type CallState,
  END_RESULTS,
  type EndResult,
} from '../domain/index.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const OUTCOME_ID = '0198f4b2-9e30-7c5d-9f60-718293a4b5c6';

/** A call that the scheduler did not dispatch: its contact is named by exactly one of id and phone. */
@OneKeyOf('contact_id', 'phone')
export class RegisterCallBody {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'Give this or `phone`.' })
  contact_id?: string;

  @PhoneField({
    optional: true,
    description: 'Of several contacts with it the one imported first. Give this or `contact_id`.',
  })
  phone?: string;

  @UuidField({ optional: true, description: 'Your own id for the call. Left out: one is made.' })
  call_id?: string;
}

export class EndCallBody {
  @OneOf(END_RESULTS, {
    example: 'answered',
    description: 'not_placed: it was no real call, and gives its attempt back.',
  })
  result!: EndResult;
}

export class ApplyOutcomeBody {
  @UuidField({ example: OUTCOME_ID })
  outcome_id!: string;
}

/** The settings a call was dispatched with; those of the workspace for an unlisted contact. */
export class CallSnapshotDto {
  @UuidField({ nullable: true })
  smart_list_id!: string | null;

  @Text({ min: 1, max: 200, nullable: true, example: 'Spring campaign' })
  name!: string | null;

  @OneOf(PRIORITIES, { nullable: true, example: 'medium' })
  priority!: Priority | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Of an unlisted contact its contact number.', example: 17 })
  member_number!: number;

  @Integer({ min: 0, max: 1_000_000, nullable: true, example: 3 })
  max_attempts_per_day!: number | null;

  @Integer({ min: 0, max: 1_000_000, nullable: true, example: null })
  max_attempts_total!: number | null;

  @Integer({ min: 0, max: 31_536_000, example: 3_600 })
  min_retry_seconds!: number;

  @IntegerStep({ min: 15, max: 60, step: 5, example: 30 })
  dial_timeout_seconds!: number;

  @UuidField({ nullable: true, example: null })
  next_list_id!: string | null;
}

/** An outcome as it was when it was applied. */
export class AppliedOutcomeDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the outcomes of the call.', example: 1 })
  sequence!: number;

  @UuidField({ example: OUTCOME_ID })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Call back next week' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPES, { example: 'action' })
  outcome_type!: OutcomeType;

  @ApiProperty({ oneOf: [{ $ref: getSchemaPath('DestinationDto') }], description: 'As it worked at that moment.' })
  destination!: object;

  @InstantField()
  applied_at!: string;
}

/** A call. */
export class CallDto {
  @UuidField()
  call_id!: string;

  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @PhoneField({ description: 'The contact’s when the call began.' })
  phone!: string;

  @UuidField({ nullable: true, description: 'The list it was dialed from.', example: null })
  smart_list_id!: string | null;

  @OneOf(CALL_STATES, { example: 'in_progress', description: 'ended: it waits for a disposition.' })
  state!: CallState;

  @OneOf(CALL_RESULTS, { nullable: true, example: null, description: 'lost: its lease passed without a heartbeat.' })
  result!: CallResult | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'Which attempt from that list it was; null for a registered call.',
    example: null,
  })
  attempt_number!: number | null;

  @Nested(() => CallSnapshotDto, { nullable: true, example: null, description: 'null for a registered call.' })
  snapshot!: CallSnapshotDto | null;

  @ListOf(() => AppliedOutcomeDto, { min: 0, max: Infinity })
  outcomes!: AppliedOutcomeDto[];

  @InstantField()
  dispatched_at!: string;

  @InstantField({ description: 'Without a heartbeat until then the call is lost.' })
  lease_expires_at!: string;

  @InstantField({ nullable: true, example: null })
  ended_at!: string | null;

  @InstantField({ nullable: true, example: null })
  completed_at!: string | null;
}

export class CallAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => CallDto)
  call!: CallDto;
}

export class OutcomeAppliedAnswer extends CallAnswer {
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath('OutcomeDto') }] })
  outcome!: object;

  @UuidField({ nullable: true, description: 'Of the webhook that an action sends; null for a disposition.' })
  delivery_id!: string | null;
}
