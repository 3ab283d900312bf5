import { ApiProperty, PartialType } from '@nestjs/swagger';
import { BooleanField, InstantField, Integer, IntegerStep, ListOf, Nested, OneOf, Text, UuidField } from '#http';
import { type ListSource, PRIORITIES, type Priority } from '../domain/index.js';

const LIST_ID = '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4';
const CAP = { min: 0, max: 1_000_000, optional: true, nullable: true, default: null } as const;

/** What a client configures (api.md, Smart list). */
export class CreateSmartListBody {
  @Text({ min: 1, max: 200, example: 'Spring campaign', description: 'Unique among the active lists.' })
  name!: string;

  @Text({
    min: 0,
    max: 2_000,
    multiline: true,
    optional: true,
    nullable: true,
    default: null,
    example: 'Leads of the spring fair',
  })
  description?: string | null;

  @OneOf(PRIORITIES, {
    optional: true,
    default: 'medium',
    example: 'high',
    description: 'The tier its members are called in.',
  })
  priority?: Priority;

  @Integer({ ...CAP, description: 'Attempts per contact and day; null: no limit; 0 freezes dispatch.', example: 3 })
  max_attempts_per_day?: number | null;

  @Integer({
    ...CAP,
    description: 'Attempts per contact for life; null: no limit; 0 freezes dispatch.',
    example: 10,
  })
  max_attempts_total?: number | null;

  @Integer({
    min: 0,
    max: 31_536_000,
    optional: true,
    default: 3_600,
    description: 'Seconds from the end of a call until the contact is called from this list again.',
    example: 3_600,
  })
  min_retry_seconds?: number;

  @IntegerStep({
    min: 15,
    max: 60,
    step: 5,
    optional: true,
    default: 30,
    description: 'How long it rings.',
    example: 30,
  })
  dial_timeout_seconds?: number;

  @UuidField({
    optional: true,
    nullable: true,
    default: null,
    description: 'The active list that takes members whose total attempts are used up; null: none.',
    example: null,
  })
  next_list_id?: string | null;
}

/** A change: what is left out stays as it is. */
export class ChangeSmartListBody extends PartialType(CreateSmartListBody) {}

/** What a clone may be given. */
export class CloneSmartListBody {
  @Text({
    min: 1,
    max: 200,
    optional: true,
    example: 'Summer campaign',
    description: 'Left out: `<name> (copy)`, `(copy 2)` …',
  })
  name?: string;
}

/** A smart list as it is shown. */
export class SmartListDto {
  @UuidField({ example: LIST_ID })
  smart_list_id!: string;

  @Text({ min: 1, max: 200, example: 'Spring campaign' })
  name!: string;

  @Text({ min: 0, max: 2_000, multiline: true, nullable: true, example: null })
  description!: string | null;

  @OneOf(PRIORITIES, { example: 'medium' })
  priority!: Priority;

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

  @OneOf(['api', 'clone', 'import'], { example: 'api' })
  source!: ListSource;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Active members.', example: 120 })
  member_count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes of the settings; the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField()
  created_at!: string;

  @InstantField()
  updated_at!: string;
}

/** One list. */
export class SmartListAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => SmartListDto)
  smart_list!: SmartListDto;
}

/** A page of lists. */
export class SmartListsAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => SmartListDto, { min: 0, max: 200 })
  smart_lists!: SmartListDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'null: there is nothing more.', example: null })
  next_page_token!: string | null;
}

/** A list that is no more. */
export class SmartListDeletedAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @UuidField({ example: LIST_ID })
  smart_list_id!: string;

  @BooleanField({ example: true })
  deleted!: true;
}
