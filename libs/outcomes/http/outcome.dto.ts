import { ApiProperty, PartialType } from '@nestjs/swagger';
import { BooleanField, InstantField, Integer, ListOf, Nested, OneOf, Text, UuidField, UuidList } from '#http';
import {
  DESTINATION_TYPES,
  type DestinationType,
  MAX_OUTCOMES,
  MAX_WEBHOOK_URL,
  ORDER,
  OUTCOME_TYPES,
  type OutcomeType,
} from '../domain/index.js';

const LIST_ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';
const SELECTED = { min: 1, max: 50, unique: true } as const;

/** What a client says of an outcome (api.md, Outcome). */
export class CreateOutcomeBody {
  @Text({ min: 1, max: 200, example: 'Call back next week' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPES, {
    optional: true,
    default: 'disposition',
    example: 'disposition',
    description: 'action: usable during a call, posts a webhook. disposition: the final word after a call.',
  })
  outcome_type?: OutcomeType;

  @Integer({
    ...ORDER,
    optional: true,
    description: 'Place in the list. Left out on create: one past the highest, first 1.',
    example: 1,
  })
  order?: number;

  @OneOf(DESTINATION_TYPES, { optional: true, default: 'none', example: 'none' })
  destination_type?: DestinationType;

  @UuidField({
    optional: true,
    nullable: true,
    description: 'Of smart_list: the active list that the contact is moved to. Refused with any other type.',
    example: null,
  })
  destination_id?: string | null;

  @UuidList({
    ...SELECTED,
    optional: true,
    nullable: true,
    description:
      'Of remove_from_selected: the active lists that the contact is taken off. Refused with any other type.',
    example: null,
  })
  smart_list_ids?: string[] | null;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    optional: true,
    nullable: true,
    description: 'https, without credentials, no private address. An action needs one, a disposition has none.',
    example: null,
  })
  webhook_url?: string | null;
}

/** A change: what is left out stays as it is. One of the type sets or clears webhook_url too. */
export class ChangeOutcomeBody extends PartialType(CreateOutcomeBody) {}

/** Where an outcome leads; a list that was deleted since reads as none. */
export class DestinationDto {
  @OneOf(DESTINATION_TYPES, { example: 'smart_list' })
  destination_type!: DestinationType;

  @UuidField({ nullable: true, example: LIST_ID })
  destination_id!: string | null;

  @Text({ min: 1, max: 200, nullable: true, example: 'Spring campaign' })
  destination_name!: string | null;

  @UuidList({ ...SELECTED, optional: true, description: 'Of remove_from_selected only.' })
  smart_list_ids?: string[];
}

/** An outcome. */
export class OutcomeDto {
  @UuidField()
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Call back next week' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPES, { example: 'disposition' })
  outcome_type!: OutcomeType;

  @Integer({ ...ORDER, example: 1 })
  order!: number;

  @Nested(() => DestinationDto)
  destination!: DestinationDto;

  @Text({ min: 1, max: MAX_WEBHOOK_URL, nullable: true, example: null })
  webhook_url!: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the changes; the ETag.', example: 1 })
  version!: number;

  @InstantField()
  created_at!: string;

  @InstantField()
  updated_at!: string;
}

/** What every answer about outcomes has. */
class Envelope {
  @BooleanField({ example: true })
  ok!: true;

  @BooleanField({ description: 'At least one disposition is configured.', example: true })
  disposition_popup_enabled!: boolean;
}

/** One outcome. */
export class OutcomeAnswer extends Envelope {
  @Nested(() => OutcomeDto)
  outcome!: OutcomeDto;
}

/** All outcomes, by order, then creation. */
export class OutcomesAnswer extends Envelope {
  @ListOf(() => OutcomeDto, { min: 0, max: MAX_OUTCOMES })
  outcomes!: OutcomeDto[];
}

/** A deleted outcome. */
export class OutcomeDeletedAnswer extends Envelope {
  @UuidField()
  outcome_id!: string;

  @BooleanField({ example: true })
  deleted!: true;
}
