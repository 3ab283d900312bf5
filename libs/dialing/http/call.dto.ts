import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { GAP_SECONDS } from '#eligibility';
import type { AnsweredBy } from '#kernel';
import {
  InstantField,
  Integer,
  ListOf,
  namedEnum,
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
import { CALL_RESULTS, CALL_STATES, type CallResult, type CallState } from '../domain/calls/call-events.js';
import { CallDetailsShown } from './call-details.dto.js';
import { CallSnapshotDto } from './call-snapshot.dto.js';

/** As in the schemas Outcome and Destination, which belong to the slice of outcomes. */
type PresentedOutcome = ReturnType<typeof presentOutcome>;

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
