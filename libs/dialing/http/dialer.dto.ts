import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import type { GateReport, ZonesSource } from '#eligibility';
import {
  BooleanField,
  InstantField,
  Integer,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  type PresentedAs,
  Text,
  TextList,
  UuidField,
} from '#http';
import { MEMBER_STATUSES, type MemberStatus } from '#members/domain';
import type { dispatchNext, explainMember, previewNext } from '../domain/queue/dispatch.js';
import type { changeDialing, readDialing } from '../domain/queue/pause.js';
import { AGENT, CallDetailsBody } from './call-details.dto.js';
import { CallDto } from './call.dto.js';

/** Largest number of calls that one request begins or previews. */
const MAX_PICKS = 50;

const SCOPE = {
  list: 'The active list that is dialed alone, from where its own last such call left off. Without it and `dial_group_id` the whole workspace is dialed.',
  group:
    'The dial group whose lists are dialed, each tier from where the last call of the group left off. Not with `smart_list_id`.',
} as const;

@ApiSchema({ name: 'DispatchNextCalls', description: 'How many calls are wanted, and from where.' })
export class NextBody extends CallDetailsBody {
  @Integer({
    min: 1,
    max: MAX_PICKS,
    optional: true,
    default: 1,
    example: 1,
    description: 'How many calls to begin at most.',
  })
  limit?: number;

  @UuidField({ optional: true, nullable: true, default: null, example: null, description: SCOPE.list })
  smart_list_id?: string | null;

  @UuidField({ optional: true, nullable: true, default: null, example: null, description: SCOPE.group })
  dial_group_id?: string | null;
}

@ApiSchema({ name: 'DispatchedCallsResponse', description: 'The calls that were begun.' })
export class NextAnswer extends OkAnswer {
  @ListOf(() => CallDto, {
    min: 0,
    max: MAX_PICKS,
    description:
      'In the order in which they were chosen; fewer than asked for, even none, when nobody else may be called now.',
  })
  calls!: CallDto[];
}

/** Refused by the compiler where what is presented and NextAnswer differ. */
export type PresentedNext = PresentedAs<NextAnswer, AnsweredBy<typeof dispatchNext>>;

export class PreviewFilter {
  @Integer({ min: 1, max: MAX_PICKS, optional: true, default: 1, description: 'How many calls to look ahead at most.' })
  limit?: number;

  @UuidField({ optional: true, description: SCOPE.list })
  smart_list_id?: string;

  @UuidField({ optional: true, description: SCOPE.group })
  dial_group_id?: string;

  @Text({
    ...AGENT,
    optional: true,
    description: 'Your own id of the agent who would be on the phone: its callbacks are given to it first.',
  })
  agent_id?: string;
}

@ApiSchema({ name: 'PreviewedCall', description: 'A contact that would be called.' })
export class PreviewedPickDto {
  @UuidField({ description: 'Who would be called.' })
  contact_id!: string;

  @UuidField({
    nullable: true,
    description: 'The list they would be called from. null: they are on none.',
  })
  smart_list_id!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Which attempt from that list, or without a list, it would be, from 1.',
    example: 1,
  })
  attempt_number!: number;
}

@ApiSchema({ name: 'PreviewedCallsResponse', description: 'Whom the next calls would be with.' })
export class PreviewAnswer extends OkAnswer {
  @ListOf(() => PreviewedPickDto, {
    min: 0,
    max: MAX_PICKS,
    description:
      'In the order in which they would be chosen; fewer than asked for, even none, if nobody else may be called now.',
  })
  next!: PreviewedPickDto[];
}

/** Refused by the compiler where what is presented and PreviewAnswer differ. */
export type PresentedPreview = PresentedAs<PreviewAnswer, AnsweredBy<typeof previewNext>>;

@ApiSchema({ name: 'DialerPatch', description: 'Whether anybody is to be dispatched in the workspace.' })
export class DialerBody {
  @BooleanField({ description: 'true: nobody is dispatched. false: dialing goes on where it was.', example: true })
  paused!: boolean;
}

@ApiSchema({ name: 'Dialer', description: 'Dialing in the workspace.' })
export class DialerDto {
  @BooleanField({ description: 'Whether it is paused: nobody is dispatched then.', example: true })
  paused!: boolean;

  @InstantField({ nullable: true, description: 'Since when. null: it is not paused.' })
  paused_at!: string | null;
}

@ApiSchema({ name: 'DialerResponse', description: 'Whether dialing is paused.' })
export class DialerAnswer extends OkAnswer {
  @Nested(() => DialerDto)
  dialer!: DialerDto;
}

/** Refused by the compiler where what is presented and DialerAnswer differ. */
export type PresentedDialer = PresentedAs<DialerAnswer, AnsweredBy<typeof changeDialing | typeof readDialing>>;

/** In the order in which they are tested. */
const GATES = [
  'membership',
  'do_not_call',
  'dialing_not_paused',
  'list_not_paused',
  'caps_not_zero',
  'no_call_in_flight',
  'total_cap',
  'callback',
  'daily_cap',
  'attempt_windows',
  'contact_windows',
  'retry_gap',
  'calling_hours',
] as const satisfies readonly GateReport['gate'][];

const GATE = namedEnum(
  'GateName',
  GATES,
  'A rule. membership: is on the list, and the list is active. do_not_call: the number is not in the do-not-call register. dialing_not_paused, list_not_paused: dialing is paused neither in the workspace nor of the list. caps_not_zero: neither cap of the list is 0. no_call_in_flight: is in no call, from whatever list. total_cap, ' +
    'daily_cap, attempt_windows: has attempts left, for life, of the day and in each window. contact_windows: the contact, and its number, may be called once more under the limits of the workspace. callback: its callback, if it has one, is not later. retry_gap: the last call from this list ended long enough ago, or a callback has taken its place. calling_hours: those of the list, and those of the workspace, are open for the contact.',
);
const STATUS_OF_GATE = namedEnum(
  'GateStatus',
  MEMBER_STATUSES.filter((status) => status !== 'queued'),
  'The status of the member if this is the first gate that fails: one of MemberStatus.',
);

/** A schema of the slice of contacts. */
const ZONES_SOURCE = { allOf: [{ $ref: getSchemaPath('ZonesSource') }] };

const numberOrText = () => ({ anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] });

@ApiSchema({ name: 'Gate', description: 'What one of the rules says of a member.' })
export class GateDto {
  @OneOf(GATE)
  gate!: GateReport['gate'];

  @OneOf(STATUS_OF_GATE)
  status!: Exclude<MemberStatus, 'queued'>;

  @BooleanField({ example: false, description: 'Whether the member fulfils it now.' })
  passed!: boolean;

  @ApiProperty({
    ...numberOrText(),
    description:
      'What is compared. membership: `active`, or why it is no member. dialing_not_paused, list_not_paused: `running` or `paused`. caps_not_zero: the lower cap, null without one. no_call_in_flight: the id of the call, null without one. total_cap, ' +
      'daily_cap: the attempts. attempt_windows: those in the window that ends last, null without windows. contact_windows: the same of the calls over all lists. callback: its instant, null without one. retry_gap: whole seconds since the last call from this list ended, null if none has, or a callback has taken the place of the gap. calling_hours: `open` or `closed`, null without hours.',
    example: 2,
  })
  value!: number | string | null;

  @ApiProperty({
    ...numberOrText(),
    description:
      'What it is compared with. It passes: membership, the pauses and no_call_in_flight if it is this (`active`, `running`, null); caps_not_zero above this (0); total_cap, daily_cap, attempt_windows and contact_windows below this, the cap (null: no ' +
      'limit); callback up to this, the instant of the answer; retry_gap from this on, in seconds; calling_hours if it is this (`open`; null without hours).',
    example: 2,
  })
  threshold!: number | string | null;

  @InstantField({
    nullable: true,
    description:
      'When it passes if nothing else happens. null: it passes already, more than time is needed, or calling hours open on none of the next 400 days.',
  })
  until!: string | null;

  @TextList({
    ...{ min: 1, max: 4, unique: true, item: { min: 1, max: 100 }, optional: true },
    example: ['America/New_York'],
    description: 'Only of calling_hours: the zones of the contact, by whose clocks hours go that go by the contact.',
  })
  zones?: string[];

  @ApiProperty({ ...ZONES_SOURCE, required: false, example: 'number', description: 'Only of calling_hours.' })
  zones_source?: ZonesSource;
}

@ApiSchema({ name: 'MemberExplanationResponse', description: 'Why a member may be called now, or not.' })
export class ExplainAnswer extends OkAnswer {
  @BooleanField({ example: false, description: 'Whether the member may be dialed now: all gates pass.' })
  eligible!: boolean;

  @ListOf(() => GateDto, {
    min: GATES.length,
    max: GATES.length,
    description: 'Every rule, in the order in which they are tested.',
  })
  gates!: GateDto[];
}

/** Refused by the compiler where what is presented and ExplainAnswer differ. */
export type PresentedExplanation = PresentedAs<ExplainAnswer, AnsweredBy<typeof explainMember>>;
