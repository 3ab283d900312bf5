import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, InstantField, ListOf, Nested, PhoneField, Text, UuidField } from '#http';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const PHONE = '+12025550101';

/** An item of an import. */
export class ContactItemBody {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'Of your choice. Left out: a new contact is made.' })
  contact_id?: string;

  @PhoneField({ example: PHONE })
  phone!: string;

  @Text({ min: 0, max: 200, optional: true, nullable: true, example: 'Ann', description: 'Left out: stays as it is.' })
  name?: string | null;
}

export class ImportContactsBody {
  @ListOf(() => ContactItemBody, { min: 1, max: 1_000 })
  contacts!: ContactItemBody[];
}

/** Filters of GET /contacts. */
export class ContactsFilter {
  @PhoneField({ optional: true, example: PHONE, description: 'Only contacts with this phone.' })
  phone?: string;
}

/** A contact as it is shown. */
export class ContactDto {
  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @PhoneField({ example: PHONE })
  phone!: string;

  @Text({ min: 0, max: 200, nullable: true, example: 'Ann' })
  name!: string | null;

  @InstantField({ description: 'When it was first imported.' })
  created_at!: string;
}

/** What an item of an import is now. */
export class ImportedContactDto {
  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @PhoneField({ example: PHONE })
  phone!: string;
}

export class ContactsImportedAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  created!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  unchanged!: number;

  @ListOf(() => ImportedContactDto, { min: 1, max: 1_000, description: 'One per item, in their order.' })
  contacts!: ImportedContactDto[];
}

export class ContactAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => ContactDto)
  contact!: ContactDto;
}

export class ContactsAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => ContactDto, { min: 0, max: 200 })
  contacts!: ContactDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'null: there is nothing more.', example: null })
  next_page_token!: string | null;
}

export class ContactDeletedAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @UuidField({ example: CONTACT_ID })
  contact_id!: string;

  @BooleanField({ example: true })
  deleted!: true;
}
