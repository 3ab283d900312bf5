import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  InstantField,
  Integer,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import {
  type cancelImport,
  type createImport,
  type finishImport,
  IMPORT_KINDS,
  IMPORT_STATES,
  type ImportKind,
  type ImportState,
  type presentImport,
  type presentRefusedRows,
} from '../domain/index.js';

const LIST_ID = '0198f4b2-d1d2-7e3f-8a4b-5c6d7e8f9a0b';
const NAME = { min: 1, max: 200, nullable: true, example: 'autumn.csv' } as const;
const MAX_ROWS = 1_000_000;

const KIND = namedEnum(
  'ImportKind',
  IMPORT_KINDS,
  'What the rows of a file are. contacts: contacts to be made or changed; where the import names a list, they are added to it. ' +
    'members: contacts that exist, which are added to the list. removals: contacts that are taken off the list, or off all lists where none is named.',
);
const STATE = namedEnum(
  'ImportState',
  IMPORT_STATES,
  'open: rows are taken. finished: the whole file is done. cancelled: no further row is taken; what is done stays.',
);

@ApiSchema({ name: 'CreateImport', description: 'A new import. Its file is sent to it afterwards.' })
export class CreateImportBody {
  @OneOf(KIND, { example: 'contacts' })
  kind!: ImportKind;

  @UuidField({
    optional: true,
    nullable: true,
    default: null,
    // Sent unchanged, another one would name no list.
    example: null,
    description: 'The list of the members. Members need one. null: of contacts, none; of removals, all lists.',
  })
  smart_list_id?: string | null;

  @Text({ ...NAME, optional: true, default: null, description: 'A name for people, of the file for one. null: none.' })
  name?: string | null;
}

const count = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: MAX_ROWS, description, example: 0 });

@ApiSchema({ name: 'ImportCounts', description: 'What became of the rows that are done.' })
export class ImportCountsDto {
  @count('Rows that made a contact.')
  created!: number;

  @count('Rows that changed a contact.')
  updated!: number;

  @count('Rows that found everything as they say. Of contacts that are added to a list, those that were so already.')
  unchanged!: number;

  @count('Contacts that became members.')
  members_added!: number;

  @count('Contacts that were taken off at least one list.')
  members_removed!: number;

  @count('Rows that were refused, and changed nothing.')
  refused!: number;
}

@ApiSchema({ name: 'Import', description: 'A file of rows, and how far it is done.' })
export class ImportDto {
  @UuidField({ description: 'Given by the service.' })
  import_id!: string;

  @OneOf(KIND, { example: 'contacts' })
  kind!: ImportKind;

  @UuidField({ nullable: true, example: LIST_ID, description: 'The list of the members. null: none was named.' })
  smart_list_id!: string | null;

  @Text({ ...NAME, description: 'A name for people. null: none.' })
  name!: string | null;

  @OneOf(STATE, { example: 'open' })
  state!: ImportState;

  @Integer({ min: 0, max: MAX_ROWS, example: 500, description: 'How many rows are done, the refused ones included.' })
  rows!: number;

  @Nested(() => ImportCountsDto)
  counts!: ImportCountsDto;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When rows were last done; at first when it was created.' })
  updated_at!: string;

  @InstantField({ nullable: true, example: null, description: 'When it was finished or cancelled. null: it is open.' })
  ended_at!: string | null;
}

/** Refused by the compiler where what is presented and ImportDto differ. */
export type PresentedImport = PresentedAs<ImportDto, ReturnType<typeof presentImport>>;

@ApiSchema({ name: 'ImportResponse', description: 'One import.' })
export class ImportAnswer extends OkAnswer {
  @Nested(() => ImportDto)
  import!: ImportDto;
}

/** Refused by the compiler where what a decision answers and ImportAnswer differ. */
export type PresentedAnswers = PresentedAs<
  ImportAnswer,
  AnsweredBy<typeof createImport | typeof cancelImport | typeof finishImport>
>;

@ApiSchema({ name: 'ImportsResponse', description: 'A page of imports.' })
export class ImportsAnswer extends PageAnswer {
  @ListOf(() => ImportDto, { min: 0, max: 200, description: 'The newest first.' })
  imports!: ImportDto[];
}

/** Filter of GET /imports. */
export class ImportsFilter {
  @OneOf(STATE, { optional: true, example: 'open', description: 'Only those of this state.' })
  state?: ImportState;
}

@ApiSchema({ name: 'RefusedRow', description: 'A row of a file that changed nothing.' })
export class RefusedRowDto {
  @Integer({
    min: 1,
    max: MAX_ROWS,
    example: 17,
    description: 'Its number, from 1: header and empty lines are not counted.',
  })
  row!: number;

  @Integer({ min: 1, max: 2_147_483_647, example: 18, description: 'The line of the file on which it begins, from 1.' })
  line!: number;

  @ApiProperty({
    type: 'string',
    description: 'The field, as a JSON Pointer into the row; empty: the row.',
    example: '/phone',
  })
  pointer!: string;

  @ApiProperty({ type: 'string', description: 'Which rule was broken.', example: 'not_allowed_value' })
  code!: string;

  @ApiProperty({ type: 'string', description: 'A sentence for a person.', example: 'Must be a phone in E.164.' })
  detail!: string;
}

@ApiSchema({ name: 'RefusedRowsResponse', description: 'A page of refused rows.' })
export class RefusedRowsAnswer extends PageAnswer {
  @ListOf(() => RefusedRowDto, { min: 0, max: 200, description: 'In the order of the file.' })
  refused_rows!: RefusedRowDto[];
}

/** Refused by the compiler where what is presented and RefusedRowDto differ. */
export type PresentedRefusedRow = PresentedAs<RefusedRowDto, ReturnType<typeof presentRefusedRows>[number]>;
