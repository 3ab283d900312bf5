import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type AttemptWindow, GAP_SECONDS, type RetrySeconds } from '#eligibility';
import type { AnsweredBy } from '#kernel';
import {
  BooleanField,
  InstantField,
  Integer,
  IntegerStep,
  ListOf,
  namedEnum,
  namedSteps,
  Nested,
  OkAnswer,
  OneOf,
  PhoneField,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import type { applyOutcome } from '../domain/calls/apply-outcome.js';
import type { endCall, extendLease } from '../domain/calls/call-life.js';
import type { presentCall } from '../domain/calls/present-call.js';
import type { registerCall } from '../domain/calls/register-call.js';
import { OUTCOME_TYPES, type OutcomeType, type presentOutcome } from '#outcomes/domain';
import { PRIORITIES, type Priority } from '#smart-lists/domain';
import { CALL_RESULTS, CALL_STATES, type CallResult, type CallState } from '../domain/calls/call-events.js';
import { CallDetailsShown } from './call-details.dto.js';
import { CallScopeDto } from './call-scope.dto.js';

/** As in the schemas Outcome and Destination, which belong to the slice of outcomes. */
type PresentedOutcome = ReturnType<typeof presentOutcome>;

/** The priorities of lists. */
export const PRIORITY = namedEnum('Priority', PRIORITIES);
const DIAL_TIMEOUT = namedSteps('DialTimeout', { min: 15, max: 60, step: 5 });
/** A schema of the slice of lists. */
const GAPS_BY_RESULT = { allOf: [{ $ref: getSchemaPath('RetrySeconds') }] };
const OUTCOME_TYPE = namedEnum('OutcomeType', OUTCOME_TYPES);
const STATE = namedEnum(
  'CallState',
  CALL_STATES,
  'Where a call stands. in_progress: until it is ended. ended: it waits for a disposition. completed: nothing more is to come.',
);
const RESULT = namedEnum(
  'CallResult',
  CALL_RESULTS,
  'What a call was ended with. lost: by the service, for its lease had passed. The other results were sent by the client that ended it.',
);

@ApiSchema({
  name: 'CallSnapshot',
  description:
    'The settings a call was dispatched with: of its list, or of the workspace for a contact without a list (`unlisted`). What becomes of them later changes nothing here.',
})
export class CallSnapshotDto {
  @UuidField({ nullable: true, description: 'The list. null: the contact was on none.' })
  smart_list_id!: string | null;

  @Text({ min: 1, max: 200, nullable: true, example: 'Spring campaign', description: 'Of the list. null without one.' })
  name!: string | null;

  @OneOf(PRIORITY, { nullable: true, example: 'medium', description: 'Of the list. null without one.' })
  priority!: Priority | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'The place of the membership in the order of the tier: a contact added later has a larger one. Without a list that of the contact itself.',
    example: 17,
  })
  member_number!: number;

  @Integer({
    min: 0,
    max: 1_000_000,
    nullable: true,
    example: 3,
    description: 'Calls per contact and day. null: no limit.',
  })
  max_attempts_per_day!: number | null;

  @Integer({
    min: 0,
    max: 1_000_000,
    nullable: true,
    example: null,
    description: 'Calls per contact for life. null: no limit.',
  })
  max_attempts_total!: number | null;

  @Integer({ ...GAP_SECONDS, example: 3_600, description: 'Seconds from the end of a call to the next one.' })
  min_retry_seconds!: number;

  @ApiProperty({
    ...GAPS_BY_RESULT,
    nullable: true,
    example: null,
    description:
      'Such seconds by the result of the call before. null: the same for all, or the contact was on no list.',
  })
  retry_seconds!: RetrySeconds | null;

  @ApiProperty({
    type: 'array',
    items: { $ref: getSchemaPath('AttemptWindow') },
    nullable: true,
    example: null,
    description: 'Calls per contact in any hours. null: no limit, or the contact was on no list.',
  })
  attempt_windows!: AttemptWindow[] | null;

  @ApiProperty({
    type: 'array',
    items: { $ref: getSchemaPath('ContactWindow') },
    nullable: true,
    example: null,
    description: 'The limits of a contact over all lists, as the workspace had them. null: none.',
  })
  contact_windows!: AttemptWindow[] | null;

  @IntegerStep(DIAL_TIMEOUT)
  dial_timeout_seconds!: number;

  @UuidField({
    nullable: true,
    example: null,
    description: 'Where the waterfall of the list led to. null: nowhere, or there was no list.',
  })
  next_list_id!: string | null;

  @BooleanField({ description: 'Always false: nobody is called from a paused list.', example: false })
  paused!: false;

  @Nested(() => CallScopeDto, { description: 'What the request dialed.' })
  scope!: CallScopeDto;
}

@ApiSchema({ name: 'AppliedOutcome', description: 'An outcome as it was when it was applied.' })
export class AppliedOutcomeDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the outcomes of the call from 1.', example: 1 })
  sequence!: number;

  @UuidField({ description: 'The outcome, which may be changed or gone by now.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Call back next week', description: 'Its name at that moment.' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPE)
  outcome_type!: OutcomeType;

  @ApiProperty({
    allOf: [{ $ref: getSchemaPath('Destination') }],
    description: 'What it did to memberships at that moment.',
  })
  destination!: PresentedOutcome['destination'];

  @Integer({
    ...GAP_SECONDS,
    nullable: true,
    example: null,
    description:
      'Seconds from the end of the call until the contact may be called from the list again. null: as the list says.',
  })
  retry_seconds!: number | null;

  @InstantField({ description: 'When it was applied.' })
  applied_at!: string;
}

@ApiSchema({ name: 'Call', description: 'A call: dispatched by the scheduler, or registered by a client.' })
export class CallDto extends CallDetailsShown {
  @UuidField({ description: 'Given by the service, or by the client that registered the call.' })
  call_id!: string;

  @UuidField({ description: 'Who is called.' })
  contact_id!: string;

  @PhoneField({
    nullable: true,
    description: 'The contact’s when the call began, in E.164: the number to dial. null: the contact was erased.',
  })
  phone!: string | null;

  @UuidField({
    nullable: true,
    description: 'The list it was dispatched from. null: the contact was on none, or the call was registered.',
    example: null,
  })
  smart_list_id!: string | null;

  @OneOf(STATE)
  state!: CallState;

  @OneOf(RESULT, { nullable: true, example: null, description: 'What it was ended with. null: it has not ended.' })
  result!: CallResult | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description:
      'Which attempt from that list, or without a list, it is, from 1; after a reset from 1 again. null for a registered call, which counts none.',
    example: null,
  })
  attempt_number!: number | null;

  @Nested(() => CallSnapshotDto, { nullable: true, example: null, description: 'null for a registered call.' })
  snapshot!: CallSnapshotDto | null;

  @ListOf(() => AppliedOutcomeDto, { min: 0, max: Infinity, description: 'What was applied to it, in that order.' })
  outcomes!: AppliedOutcomeDto[];

  @InstantField({ description: 'When it began: was dispatched, or registered.' })
  dispatched_at!: string;

  @InstantField({ description: 'Unless it is ended or a heartbeat comes before, the service ends it then: lost.' })
  lease_expires_at!: string;

  @InstantField({ nullable: true, example: null, description: 'null: it has not ended.' })
  ended_at!: string | null;

  @InstantField({ nullable: true, example: null, description: 'null: it is not completed.' })
  completed_at!: string | null;

  @InstantField({ nullable: true, example: null, description: 'When its contact was erased. null: it was not.' })
  erased_at!: string | null;
}

/** Refused by the compiler where what is presented and CallDto differ. */
export type PresentedCall = PresentedAs<CallDto, ReturnType<typeof presentCall>>;

@ApiSchema({ name: 'CallResponse', description: 'One call.' })
export class CallAnswer extends OkAnswer {
  @Nested(() => CallDto)
  call!: CallDto;
}

/** Refused by the compiler where what a request is answered with and CallAnswer differ. */
export type PresentedCallAnswer = PresentedAs<
  CallAnswer,
  AnsweredBy<typeof registerCall | typeof extendLease | typeof endCall>
>;

@ApiSchema({ name: 'OutcomeAppliedResponse', description: 'A call to which an outcome was applied.' })
export class OutcomeAppliedAnswer extends CallAnswer {
  @ApiProperty({ allOf: [{ $ref: getSchemaPath('Outcome') }], description: 'The outcome that was applied.' })
  outcome!: PresentedOutcome;

  @UuidField({
    nullable: true,
    description:
      'Of the webhook that an action sends: its `X-Service-Delivery-Id`, and its id among the webhook deliveries. null for a disposition.',
  })
  delivery_id!: string | null;
}

/** Refused by the compiler where what a request is answered with and OutcomeAppliedAnswer differ. */
export type PresentedApplication = PresentedAs<OutcomeAppliedAnswer, AnsweredBy<typeof applyOutcome>>;
