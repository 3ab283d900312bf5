import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  PhoneField,
  PhoneList,
  type PresentedAs,
  Text,
} from '#http';
import type { AnsweredBy } from '#kernel';
import { type enterNumbers, MAX_BATCH, MAX_REASON, type removeNumbers } from '../domain/change-register.js';
import { ENTRY_SOURCES, type EntrySource, type presentEntry } from '../domain/entry.js';

const EXPIRES_AT = 'From then on the number may be dialed again. null: the entry counts until it is removed.';
const SOURCE = namedEnum(
  'DoNotCallSource',
  ENTRY_SOURCES,
  'By whom it was entered. api: a request. outcome: the application of an outcome. Later versions may add others.',
);

@ApiSchema({ name: 'NewDoNotCallEntry', description: 'A number that is not to be dialed.' })
export class NewEntryBody {
  @PhoneField({ description: 'In E.164.' })
  phone!: string;

  @Text({
    min: 0,
    max: MAX_REASON,
    optional: true,
    nullable: true,
    example: 'asked by mail',
    description: 'For people. Left out: null.',
  })
  reason?: string | null;

  @InstantField({
    optional: true,
    nullable: true,
    example: null,
    description: `Must be in the future. ${EXPIRES_AT} Left out: null.`,
  })
  expires_at?: string | null;
}

@ApiSchema({ name: 'EnterDoNotCall', description: 'Numbers for the do-not-call register.' })
export class EnterNumbersBody {
  @ListOf(() => NewEntryBody, {
    min: 1,
    max: MAX_BATCH,
    example: [{ phone: '+436601234567', reason: 'asked by mail' }],
    description: 'Worked off in their order, all or none.',
  })
  entries!: NewEntryBody[];
}

@ApiSchema({ name: 'RemoveDoNotCall', description: 'Numbers that may be dialed again.' })
export class RemoveNumbersBody {
  @PhoneList({ min: 1, max: MAX_BATCH, example: ['+436601234567'], description: 'In E.164.' })
  phones!: string[];
}

@ApiSchema({ name: 'DoNotCallEntered', description: 'How many numbers were entered.' })
export class NumbersEnteredAnswer extends OkAnswer {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Numbers without an entry that counted, those whose entry had expired included.',
    example: 1,
  })
  added!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Entries that got another reason or expiry.', example: 1 })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Entries that were so already.', example: 1 })
  unchanged!: number;
}

/** Refused by the compiler where what is decided and NumbersEnteredAnswer differ. */
export type PresentedNumbersEntered = PresentedAs<NumbersEnteredAnswer, AnsweredBy<typeof enterNumbers>>;

@ApiSchema({ name: 'DoNotCallRemoved', description: 'How many numbers may be dialed again.' })
export class NumbersRemovedAnswer extends OkAnswer {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Entries that counted until now.', example: 1 })
  removed!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Repeats, and numbers without an entry that counted.',
    example: 1,
  })
  skipped!: number;
}

/** Refused by the compiler where what is decided and NumbersRemovedAnswer differ. */
export type PresentedNumbersRemoved = PresentedAs<NumbersRemovedAnswer, AnsweredBy<typeof removeNumbers>>;

@ApiSchema({ name: 'DoNotCallEntry', description: 'A number that is not dialed.' })
export class EntryDto {
  @PhoneField({
    nullable: true,
    description: 'In E.164. null: the contact was erased that had it; the number itself is barred all the same.',
  })
  phone!: string | null;

  @Text({
    min: 0,
    max: MAX_REASON,
    nullable: true,
    example: 'asked by mail',
    description: 'For people. null: none was given.',
  })
  reason!: string | null;

  @OneOf(SOURCE)
  source!: EntrySource;

  @InstantField({ nullable: true, example: null, description: EXPIRES_AT })
  expires_at!: string | null;

  @InstantField({ description: 'When it was added. A change of reason or expiry leaves it.' })
  added_at!: string;
}

/** Refused by the compiler where what is presented and EntryDto differ. */
export type PresentedEntry = PresentedAs<EntryDto, ReturnType<typeof presentEntry>>;

@ApiSchema({ name: 'DoNotCallEntryResponse', description: 'One number that is not dialed.' })
export class EntryAnswer extends OkAnswer {
  @Nested(() => EntryDto)
  entry!: EntryDto;
}

@ApiSchema({ name: 'DoNotCallEntries', description: 'A page of the do-not-call register.' })
export class EntriesAnswer extends PageAnswer {
  @ListOf(() => EntryDto, { min: 0, max: 200, description: 'In the order in which they were added.' })
  entries!: EntryDto[];
}
