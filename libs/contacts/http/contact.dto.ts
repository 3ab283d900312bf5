import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  DeletedAnswer,
  InstantField,
  ListOf,
  Nested,
  OkAnswer,
  PageAnswer,
  PhoneField,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import type { decideDelete } from '../commands/delete-contact.command.js';
import type { decideErase } from '../commands/erase-contact.command.js';
import type { importContacts } from '../domain/import-contacts.js';
import type { presentContact } from '../domain/present-contact.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const PHONE = '+12025550101';

@ApiSchema({ name: 'ImportContactsItem', description: 'A contact to be made or changed.' })
export class ContactItemBody {
  @UuidField({
    optional: true,
    example: CONTACT_ID,
    description:
      'A UUID of your choice: the contact of this id is changed, or made if there is none. Left out: a new contact is made.',
  })
  contact_id?: string;

  @PhoneField({ example: PHONE, description: 'In E.164. Several contacts may have the same.' })
  phone!: string;

  @Text({
    min: 0,
    max: 200,
    optional: true,
    nullable: true,
    example: 'Ann',
    description: 'Left out: stays as it is, null in a new contact. null: none.',
  })
  name?: string | null;
}

@ApiSchema({ name: 'ImportContacts', description: 'Contacts to be made or changed, all or none.' })
export class ImportContactsBody {
  @ListOf(() => ContactItemBody, {
    min: 1,
    max: 1_000,
    description: 'Of two of the same `contact_id` the last one counts.',
  })
  contacts!: ContactItemBody[];
}

/** Filters of GET /contacts. */
export class ContactsFilter {
  @PhoneField({ optional: true, example: PHONE, description: 'Only contacts with this phone, in E.164.' })
  phone?: string;
}

@ApiSchema({ name: 'Contact', description: 'A contact: whom members and calls refer to.' })
export class ContactDto {
  @UuidField({ description: 'The id it was imported with or given.' })
  contact_id!: string;

  @PhoneField({ nullable: true, example: PHONE, description: 'In E.164. null: its key is lost; import it again.' })
  phone!: string | null;

  @Text({ min: 0, max: 200, nullable: true, example: 'Ann', description: 'null: none was given.' })
  name!: string | null;

  @InstantField({ description: 'When it was first imported.' })
  created_at!: string;
}

/** Refused by the compiler where what is presented and ContactDto differ. */
export type PresentedContact = PresentedAs<ContactDto, ReturnType<typeof presentContact>>;

@ApiSchema({ name: 'ImportedContact', description: 'What an item of an import is now.' })
export class ImportedContactDto {
  @UuidField({ description: 'The one of the item, or the one that the new contact was given.' })
  contact_id!: string;

  @PhoneField({ example: PHONE, description: 'In E.164.' })
  phone!: string;
}

@ApiSchema({
  name: 'ContactsImportedResponse',
  description: 'What became of an import. Items of the same contact are counted once.',
})
export class ContactsImportedAnswer extends OkAnswer {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Contacts that were made, or made anew after they had been deleted.',
    example: 1,
  })
  created!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts whose phone or name was changed.', example: 0 })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that were so already.', example: 0 })
  unchanged!: number;

  @ListOf(() => ImportedContactDto, { min: 1, max: 1_000, description: 'One per item, in their order.' })
  contacts!: ImportedContactDto[];
}

/** Refused by the compiler where what a request is answered with and ContactsImportedAnswer differ. */
export type PresentedImport = PresentedAs<ContactsImportedAnswer, AnsweredBy<typeof importContacts>>;

@ApiSchema({ name: 'ContactResponse', description: 'One contact.' })
export class ContactAnswer extends OkAnswer {
  @Nested(() => ContactDto)
  contact!: ContactDto;
}

@ApiSchema({ name: 'ContactPage', description: 'A page of contacts.' })
export class ContactsAnswer extends PageAnswer {
  @ListOf(() => ContactDto, { min: 0, max: 200, description: 'In the order of their first import.' })
  contacts!: ContactDto[];
}

@ApiSchema({ name: 'ContactDeletedResponse', description: 'A contact that is no more.' })
export class ContactDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the contact that was deleted.' })
  contact_id!: string;

  @InstantField({
    optional: true,
    nullable: true,
    example: null,
    description: 'Only with `erase=true`: when it was erased. null: it is erased when its call has ended.',
  })
  erased_at?: string | null;
}

/** Refused by the compiler where what a request is answered with and ContactDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<ContactDeletedAnswer, AnsweredBy<typeof decideDelete | typeof decideErase>>;
