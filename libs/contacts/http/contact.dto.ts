import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ZONES_SOURCES, type ZonesSource } from '#eligibility';
import type { AnsweredBy } from '#kernel';
import {
  DeletedAnswer,
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  PhoneField,
  type PresentedAs,
  Text,
  TextList,
  UuidField,
} from '#http';
import type { decideDelete } from '../commands/delete-contact.command.js';
import type { decideErase } from '../commands/erase-contact.command.js';
import type { importContacts } from '../domain/import-contacts.js';
import { EXTERNAL_ID_TAKEN, IMPORT_RESULTS, type ImportResult } from '../domain/imported-answer.js';
import type { presentContact } from '../domain/present-contact.js';
import type { requestZonesRefresh } from '../domain/refresh-zones.js';
import { NAME, PHONE } from './contact-body.dto.js';
import { ContactDetailsShown, TIME_ZONE } from './contact-details.dto.js';

const ZONES_SOURCE = namedEnum(
  'ZonesSource',
  ZONES_SOURCES,
  'Where the zones of a contact come from. given: its time_zone. number: its phone. workspace: neither says.',
);

@ApiSchema({ name: 'Contact', description: 'A contact: whom members and calls refer to.' })
export class ContactDto extends ContactDetailsShown {
  @UuidField({ description: 'The id it was imported with or given.' })
  contact_id!: string;

  @PhoneField({ nullable: true, example: PHONE, description: 'In E.164. null: its key is lost; import it again.' })
  phone!: string | null;

  @Text({ ...NAME, description: 'null: none was given.' })
  name!: string | null;

  @InstantField({ description: 'When it was first imported.' })
  created_at!: string;

  @TextList({
    min: 1,
    max: 4,
    item: TIME_ZONE,
    example: [TIME_ZONE.example],
    description:
      'Where it is, as counts now: its time_zone, else the zones that its phone may lie in, else the time zone of the workspace.',
  })
  zones!: string[];

  @OneOf(ZONES_SOURCE)
  zones_source!: ZonesSource;

  @InstantField({
    nullable: true,
    description:
      'Until when the limits of the workspace (contact_windows) keep it from being called, from whatever list. null: they do not, or there are none.',
  })
  capped_until!: string | null;
}

/** Refused by the compiler where what is presented and ContactDto differ. */
export type PresentedContact = PresentedAs<ContactDto, ReturnType<typeof presentContact>>;

const RESULT = namedEnum(
  'ImportResult',
  IMPORT_RESULTS,
  'What became of an item. created: its contact is new, or was deleted before. updated: something of it was changed. unchanged: it was so already. refused: nothing was changed.',
);

@ApiSchema({ name: 'ImportRefusal', description: 'Why an item of an import is refused.' })
export class ImportRefusalDto {
  @ApiProperty({
    type: 'string',
    description: 'Pointer to the field in the request.',
    example: '/contacts/3/external_id',
  })
  pointer!: string;

  @ApiProperty({
    type: 'string',
    description: 'taken: another contact has the external id. being_erased: the contact is being erased.',
    example: 'taken',
  })
  code!: string;

  @ApiProperty({ type: 'string', description: 'A sentence for a person.', example: EXTERNAL_ID_TAKEN })
  detail!: string;
}

@ApiSchema({ name: 'ImportedContact', description: 'What an item of an import is now.' })
export class ImportedContactDto {
  @UuidField({ description: 'The one of the item, or the one that the new contact was given.' })
  contact_id!: string;

  @PhoneField({ example: PHONE, description: 'In E.164.' })
  phone!: string;

  @OneOf(RESULT, { optional: true })
  result?: ImportResult;

  @Nested(() => ImportRefusalDto, { optional: true, description: 'Only of a refused item: why.' })
  refusal?: ImportRefusalDto;
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

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts of which something was changed.', example: 0 })
  updated!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that were so already.', example: 0 })
  unchanged!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Contacts of refused items; 0 without `partial`.',
    example: 0,
  })
  refused!: number;

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
  @ListOf(() => ContactDto, { min: 0, max: 200, description: 'In the order that was asked for.' })
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

@ApiSchema({ name: 'ZonesRefreshResponse', description: 'The refresh of zones that is under way.' })
export class ZonesRefreshAnswer extends OkAnswer {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description:
      'The table of numbers by which the zones are told: the one in use, or a newer one of a refresh that is under way ' +
      'where processes of two releases serve.',
    example: 1,
  })
  zones_table!: number;
}

/** Refused by the compiler where what a request is answered with and ZonesRefreshAnswer differ. */
export type PresentedZonesRefresh = PresentedAs<ZonesRefreshAnswer, AnsweredBy<typeof requestZonesRefresh>>;
