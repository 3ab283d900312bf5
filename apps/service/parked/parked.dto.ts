import { ApiSchema } from '@nestjs/swagger';
import { InstantField, Integer, ListOf, namedEnum, Nested, OkAnswer, OneOf, PageAnswer, Text, UuidField } from '#http';
import { PARKED_KINDS, type ParkedKind } from '#workspaces/domain';

export const PARKED_ITEM_STATES = ['parked', 'retried', 'skipped', 'done'] as const;
export type ParkedItemState = (typeof PARKED_ITEM_STATES)[number];

const KIND = namedEnum(
  'ParkedKind',
  PARKED_KINDS,
  'event: one that holds its stream back. Every other value: an item of the worker of this name.',
);
const STATE = namedEnum(
  'ParkedItemState',
  PARKED_ITEM_STATES,
  'parked: not tried. retried: tried again. skipped: never tried again. done: its work is done, by its worker or in another way.',
);
const MAX_REVISION = Number.MAX_SAFE_INTEGER;
const WORKSPACE_ID = '0198f4b2-6b1d-7a3c-8d4e-5f60718293a4';

/** Filters of GET /admin/parked. */
export class ParkedFilters {
  @OneOf(KIND, { optional: true, description: 'Only items of this kind. Left out: all.' })
  kind?: ParkedKind;

  @UuidField({ optional: true, example: WORKSPACE_ID, description: 'Only items of this workspace. Left out: of all.' })
  workspace_id?: string;
}

@ApiSchema({ name: 'SkipParkedItem', description: 'Why an item is never to be tried again.' })
export class SkipParkedItemBody {
  @Text({ min: 1, max: 500, example: 'The receiver is gone.', description: 'Stands in the log for ever.' })
  reason!: string;

  @Integer({
    min: 0,
    max: MAX_REVISION,
    optional: true,
    example: 4_711,
    description: 'Of an item of the kind `event`, and needed there: its `revision`.',
  })
  revision?: number;
}

@ApiSchema({ name: 'ParkedItem', description: 'Work that is not tried any more, and what is known of it.' })
export class ParkedItemDto {
  @UuidField({ description: 'Of the item; of an event the id that its stream is named by.' })
  item_id!: string;

  @OneOf(KIND)
  kind!: ParkedKind;

  @OneOf(STATE)
  state!: ParkedItemState;

  @UuidField({ nullable: true, description: 'null: the event does not tell it.' })
  workspace_id!: string | null;

  @Text({ min: 1, max: 200, example: 'call', description: 'What it is about: a subject of events, or a `stream`.' })
  subject_type!: string;

  @Text({ min: 1, max: 200, description: 'The id of the subject, or the name of the stream.' })
  subject_id!: string;

  @Integer({ min: 0, max: MAX_REVISION, nullable: true, description: 'Of an event, in its stream. null: it is none.' })
  revision!: number | null;

  @UuidField({ nullable: true, description: 'The event that put it on the to-do list. null: time did, or not known.' })
  caused_by!: string | null;

  @Integer({
    min: 1,
    max: MAX_REVISION,
    nullable: true,
    description: 'Failed ones until it was parked. null: an event.',
  })
  attempts!: number | null;

  @InstantField({ nullable: true, description: 'null: not known, as for an event.' })
  first_failed_at!: string | null;

  @InstantField({ nullable: true, description: 'When it was parked last. null: not known.' })
  last_failed_at!: string | null;

  @Text({ min: 0, max: 1_000, description: 'What went wrong the last time.' })
  error!: string;

  @Text({ min: 1, max: 500, nullable: true, description: 'What a retry will do. null: it cannot be tried again.' })
  on_retry!: string | null;

  @Text({ min: 1, max: 500, nullable: true, description: 'What a skip will do. null: it cannot be skipped.' })
  on_skip!: string | null;

  @InstantField({ nullable: true, description: 'When an operator had it tried again, or skipped. null: nobody did.' })
  decided_at!: string | null;

  @Text({ min: 1, max: 500, nullable: true, description: 'Why it was skipped. null: it was not.' })
  reason!: string | null;
}

@ApiSchema({ name: 'ParkedItemPage', description: 'A page of parked items.' })
export class ParkedItemsAnswer extends PageAnswer {
  @ListOf(() => ParkedItemDto, {
    min: 0,
    max: 200,
    description: 'Events by their streams, then items by workspace and kind. A page may have fewer than asked for.',
  })
  parked_items!: ParkedItemDto[];
}

@ApiSchema({ name: 'ParkedItemResponse', description: 'One item.' })
export class ParkedItemAnswer extends OkAnswer {
  @Nested(() => ParkedItemDto)
  parked_item!: ParkedItemDto;
}

@ApiSchema({ name: 'ParkedDecision', description: 'What became of an item by the decision.' })
export class ParkedDecisionAnswer extends OkAnswer {
  @UuidField({ description: 'Of the item.' })
  item_id!: string;

  @OneOf(STATE)
  state!: ParkedItemState;

  @Text({ min: 1, max: 500, description: 'What follows.' })
  effect!: string;
}
