import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { GAP_SECONDS } from '#eligibility';
import type { AnsweredBy } from '#kernel';
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
  UuidField,
  UuidList,
} from '#http';
import type { outcomesEnvelope, presentOutcome } from '../domain/present-outcome.js';
import {
  type changeOutcome,
  type createOutcome,
  type deleteOutcome,
  MAX_OUTCOMES,
  ORDER,
} from '../domain/decide-outcome.js';
import { DESTINATION_TYPES, type DestinationType, OUTCOME_TYPES, type OutcomeType } from '../domain/outcome.js';
import { MAX_WEBHOOK_URL, WEBHOOK_URL_PATTERN } from '#webhooks/domain';

const SELECTED = { min: 1, max: 50, unique: true } as const;

const TYPE = namedEnum(
  'OutcomeType',
  OUTCOME_TYPES,
  'action: applied during a call, sends a webhook. disposition: applied after a call, completes it.',
);
const DESTINATION_TYPE = namedEnum(
  'DestinationType',
  DESTINATION_TYPES,
  'What becomes of the contact. none: nothing. smart_list: comes to the list `destination_id`, and off the one that was called from. remove_from_all: comes off every list. ' +
    'remove_from_selected: comes off `smart_list_ids`.',
);

const GAP = { ...GAP_SECONDS, nullable: true } as const;

/** What each field is, wherever it is sent or shown. */
const SAYS = {
  name: 'What an agent sees. Several outcomes may have the same.',
  order: 'The place in the list, from the lowest; among equals the older first.',
  retry:
    'Of a disposition: seconds from the end of the call it is applied to until the contact may be called from that list again, whatever the list says. null: as the list says.',
} as const;

@ApiSchema({ name: 'CreateOutcome', description: 'A new outcome. What is left out has its default.' })
export class CreateOutcomeBody {
  @Text({ min: 1, max: 200, example: 'Call back next week', description: SAYS.name })
  outcome_name!: string;

  @OneOf(TYPE, {
    optional: true,
    default: 'disposition',
    example: 'disposition',
  })
  outcome_type?: OutcomeType;

  @Integer({
    ...ORDER,
    optional: true,
    description: `${SAYS.order} Left out of a new one: one past the highest, the first 1.`,
    example: 1,
  })
  order?: number;

  @OneOf(DESTINATION_TYPE, { optional: true, default: 'none', example: 'none' })
  destination_type?: DestinationType;

  @UuidField({
    optional: true,
    nullable: true,
    description: 'Needed by smart_list: an active list. null, or left out, with any other type.',
    example: null,
  })
  destination_id?: string | null;

  @UuidList({
    ...SELECTED,
    optional: true,
    nullable: true,
    description: 'Needed by remove_from_selected: active lists. null, or left out, with any other type.',
    example: null,
  })
  smart_list_ids?: string[] | null;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    optional: true,
    nullable: true,
    description:
      'Needed by an action: where its webhook is sent to; null, or left out, of a disposition. https, without user name and password. Of its host only the form is checked here: ' +
      'an address that is not public is refused. The addresses of a name are checked each time a webhook is sent.',
    example: null,
  })
  webhook_url?: string | null;

  @Integer({ ...GAP, optional: true, default: null, description: SAYS.retry, example: 86_400 })
  retry_seconds?: number | null;
}

@ApiSchema({
  name: 'OutcomePatch',
  description:
    'A change of an outcome: what is left out stays as it is. One of `outcome_type` sets or clears `webhook_url` too.',
})
export class ChangeOutcomeBody extends PartialType(CreateOutcomeBody) {}

@ApiSchema({
  name: 'Destination',
  description:
    'What an outcome does to memberships. A list that was deleted since is not shown, and if none is left it reads as none.',
})
export class DestinationDto {
  @OneOf(DESTINATION_TYPE, { example: 'smart_list' })
  destination_type!: DestinationType;

  @UuidField({ nullable: true, description: 'Of smart_list: the list. null of any other type.' })
  destination_id!: string | null;

  @Text({
    min: 1,
    max: 200,
    nullable: true,
    example: 'Spring campaign',
    description: 'Of smart_list: the name of the list. null of any other type.',
  })
  destination_name!: string | null;

  @UuidList({
    ...SELECTED,
    optional: true,
    description: 'Of remove_from_selected: the lists. Left out of any other type.',
  })
  smart_list_ids?: string[];
}

@ApiSchema({ name: 'Outcome', description: 'An outcome: what an agent can apply to a call.' })
export class OutcomeDto {
  @UuidField({ description: 'Given by the service.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Call back next week', description: SAYS.name })
  outcome_name!: string;

  @OneOf(TYPE)
  outcome_type!: OutcomeType;

  @Integer({ ...ORDER, example: 1, description: SAYS.order })
  order!: number;

  @Nested(() => DestinationDto)
  destination!: DestinationDto;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    nullable: true,
    example: null,
    description: 'Where the webhook of an action is sent to. null of a disposition.',
  })
  webhook_url!: string | null;

  @Integer({ ...GAP, description: SAYS.retry, example: null })
  retry_seconds!: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes; in quotes it is the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When it was last changed; at first when it was created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and OutcomeDto differ. */
export type PresentedOutcome = PresentedAs<OutcomeDto, ReturnType<typeof presentOutcome>>;

/** What every answer about outcomes has. */
class Envelope extends OkAnswer {
  @BooleanField({
    description: 'Whether the workspace has a disposition, so that agents are to be asked for one after a call.',
    example: true,
  })
  disposition_popup_enabled!: boolean;
}

@ApiSchema({ name: 'OutcomeResponse', description: 'One outcome.' })
export class OutcomeAnswer extends Envelope {
  @Nested(() => OutcomeDto)
  outcome!: OutcomeDto;
}

@ApiSchema({ name: 'OutcomesResponse', description: 'All outcomes of the workspace.' })
export class OutcomesAnswer extends Envelope {
  @ListOf(() => OutcomeDto, { min: 0, max: MAX_OUTCOMES, description: 'By `order`, then by creation.' })
  outcomes!: OutcomeDto[];
}

/** Refused by the compiler where what is presented and the two answers differ. */
export type PresentedEnvelope = PresentedAs<OutcomeAnswer, AnsweredBy<typeof createOutcome | typeof changeOutcome>>;
export type PresentedOutcomes = PresentedAs<OutcomesAnswer, ReturnType<typeof outcomesEnvelope>>;

@ApiSchema({ name: 'OutcomeDeletedResponse', description: 'An outcome that is no more.' })
export class OutcomeDeletedAnswer extends Envelope {
  @UuidField({ description: 'Of the outcome that was deleted.' })
  outcome_id!: string;

  @BooleanField({ example: true, description: 'Always true.' })
  deleted!: true;
}

/** Refused by the compiler where what a request is answered with and OutcomeDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<OutcomeDeletedAnswer, AnsweredBy<typeof deleteOutcome>>;
