import { ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  BooleanField,
  DeletedAnswer,
  InstantField,
  ListOf,
  namedEnum,
  OkAnswer,
  OneOf,
  type PresentedAs,
  UuidField,
  UuidList,
} from '#http';
import type { decideErase } from '../commands/erase-contact.command.js';
import type { decideEraseAll } from '../commands/erase-contacts.command.js';
import { ERASURE_RESULTS, type ErasureResult } from '../domain/erase-contacts.js';

const ERASED_AT = 'When it was erased. null: it is not.';
const AFTER_CALL =
  'true: a contact that is in a call is deleted now, and erased when the call has ended. Left out: it is not erased.';
const RESULT = namedEnum(
  'ErasureResult',
  ERASURE_RESULTS,
  'What became of a contact. erased: its data are erased, now or since before. after_call: it is deleted, and erased when its call has ended. in_call: it is in a call, and nothing was changed. not_found: there is no such contact.',
);

/** Parameters of POST /contacts/{contactId}/erase and POST /contacts/batch-erase. */
export class EraseOptions {
  @BooleanField({ optional: true, default: false, description: AFTER_CALL })
  after_call?: boolean;
}

/** Parameters of DELETE /contacts/{contactId}. */
export class DeleteContactOptions {
  @BooleanField({
    optional: true,
    default: false,
    description: 'true: its data are erased too, which needs the scope `contacts:erase` as well.',
  })
  erase?: boolean;

  @BooleanField({ optional: true, default: false, description: `Only with \`erase=true\`. ${AFTER_CALL}` })
  after_call?: boolean;
}

@ApiSchema({ name: 'EraseContacts', description: 'Contacts whose data are to be erased.' })
export class EraseContactsBody {
  @UuidList({
    min: 1,
    max: 100,
    unique: true,
    example: ['0198f4b2-a041-7d6e-af71-8293a4b5c6d8'],
    description: 'Deleted ones too.',
  })
  contact_ids!: string[];
}

@ApiSchema({ name: 'ContactErasedResponse', description: 'A contact whose data are erased.' })
export class ContactErasedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the contact that was erased.' })
  contact_id!: string;

  @InstantField({ nullable: true, description: 'When it was erased. null: it is erased when its call has ended.' })
  erased_at!: string | null;
}

/** Refused by the compiler where what a request is answered with and ContactErasedAnswer differ. */
export type PresentedErasure = PresentedAs<ContactErasedAnswer, AnsweredBy<typeof decideErase>>;

@ApiSchema({ name: 'ErasedContact', description: 'What became of one contact.' })
export class ErasedContactDto {
  @UuidField({ description: 'The one of the request.' })
  contact_id!: string;

  @OneOf(RESULT)
  result!: ErasureResult;

  @InstantField({ nullable: true, description: ERASED_AT })
  erased_at!: string | null;
}

@ApiSchema({ name: 'ContactsErasedResponse', description: 'What became of contacts that were to be erased.' })
export class ContactsErasedAnswer extends OkAnswer {
  @ListOf(() => ErasedContactDto, { min: 1, max: 100, description: 'One per id, in their order.' })
  contacts!: ErasedContactDto[];
}

/** Refused by the compiler where what a request is answered with and ContactsErasedAnswer differ. */
export type PresentedErasures = PresentedAs<ContactsErasedAnswer, AnsweredBy<typeof decideEraseAll>>;
