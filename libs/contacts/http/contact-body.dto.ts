import { ApiSchema } from '@nestjs/swagger';
import { BooleanField, ListOf, PhoneField, Text, UuidField } from '#http';
import { ContactDetailsBody } from './contact-details.dto.js';

export const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
export const PHONE = '+12025550101';
export const NAME = { min: 0, max: 200, nullable: true, example: 'Ann' } as const;

@ApiSchema({ name: 'ImportContactsItem', description: 'A contact to be made or changed.' })
export class ContactItemBody extends ContactDetailsBody {
  @UuidField({
    optional: true,
    example: CONTACT_ID,
    description:
      'A UUID of your choice: the contact of this id is changed, or made if there is none. Left out: the contact with the `external_id` is changed; a new one is made if there is none.',
  })
  contact_id?: string;

  @PhoneField({ example: PHONE, description: 'In E.164: the one that is dialed. Several contacts may have the same.' })
  phone!: string;

  @Text({ ...NAME, optional: true, description: 'Left out: stays as it is, null in a new contact. null: none.' })
  name?: string | null;
}

@ApiSchema({ name: 'ImportContacts', description: 'Contacts to be made or changed.' })
export class ImportContactsBody {
  @ListOf(() => ContactItemBody, {
    min: 1,
    max: 1_000,
    description: 'Of two of the same contact the last one counts.',
  })
  contacts!: ContactItemBody[];

  @BooleanField({
    optional: true,
    default: false,
    example: false,
    description:
      'true: an item that is refused (another contact has its `external_id`, or its contact is being erased) changes nothing, and refuses no other item. Left out: all or none.',
  })
  partial?: boolean;
}

@ApiSchema({ name: 'ChangeContact', description: 'What is to change of a contact. Left out: it stays as it is.' })
export class ChangeContactBody extends ContactDetailsBody {
  @PhoneField({ optional: true, example: PHONE, description: 'In E.164: the one that is dialed. Its label stays.' })
  phone?: string;

  @Text({ ...NAME, optional: true, description: 'null clears it.' })
  name?: string | null;
}
