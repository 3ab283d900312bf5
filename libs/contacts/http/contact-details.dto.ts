import { ApiSchema } from '@nestjs/swagger';
import { AttributesField, ListOf, PhoneField, Text } from '#http';
import { MAX_PHONES } from '../domain/contact-details.js';

export const EXTERNAL_ID = { min: 1, max: 128 } as const;
const LABEL = { min: 1, max: 40, example: 'office' } as const;
export const TIME_ZONE = { min: 1, max: 100, example: 'Europe/Vienna' } as const;
const ATTRIBUTES = {
  max: 100,
  text: { min: 0, max: 1_000 },
  example: { tier: 'gold', visits: 3, agreed: true },
} as const;
const GIVEN = { optional: true, nullable: true } as const;
const FORM =
  'Names: 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter. Values: strings of at most ' +
  '1,000 characters, numbers, true and false. All of them: at most 4,096 bytes as JSON.';

@ApiSchema({ name: 'GivenPhone', description: 'A phone of a contact.' })
export class GivenPhoneBody {
  @PhoneField({ example: '+12025550101', description: 'In E.164.' })
  phone!: string;

  @Text({ ...LABEL, ...GIVEN, description: 'What it is called. Left out or null: nothing.' })
  label?: string | null;
}

/** What may be known of a contact besides its first phone and its name. Left out: it stays as it is. */
export class ContactDetailsBody {
  @Text({
    ...EXTERNAL_ID,
    ...GIVEN,
    // Sent unchanged with two contacts, another one would be refused the second time.
    example: null,
    description:
      'Your own id of the contact, which no other contact has. An item of an import without `contact_id` is of the contact that has it, if there is one. null clears it.',
  })
  external_id?: string | null;

  @ListOf(() => GivenPhoneBody, {
    min: 0,
    max: MAX_PHONES,
    optional: true,
    description:
      'All its phones, each once. Empty: as if left out, since generated clients send what is not set as an empty list. The first one is dialed: it is `phone`. A reference by any of them is to this contact, unless another contact has it as its first one.',
  })
  phones?: GivenPhoneBody[];

  @AttributesField({
    ...ATTRIBUTES,
    removable: true,
    optional: true,
    description: `What you keep with the contact: those that are named are set, or removed by null; the rest stay. ${FORM}`,
  })
  attributes?: Record<string, string | number | boolean | null>;

  @Text({
    ...TIME_ZONE,
    ...GIVEN,
    description: 'Where the contact is: the name of a time zone of the IANA database. null clears it.',
  })
  time_zone?: string | null;
}

@ApiSchema({ name: 'ContactPhone', description: 'A phone of a contact.' })
export class ContactPhoneDto {
  @PhoneField({ example: '+12025550101', description: 'In E.164.' })
  phone!: string;

  @Text({ ...LABEL, nullable: true, description: 'What it is called. null: nothing.' })
  label!: string | null;
}

/** What is known of a contact besides its first phone and its name. */
export class ContactDetailsShown {
  @Text({
    ...EXTERNAL_ID,
    nullable: true,
    example: 'crm-4711',
    description: 'Your own id of it. null: none was given.',
  })
  external_id!: string | null;

  @ListOf(() => ContactPhoneDto, {
    min: 0,
    max: MAX_PHONES,
    description: 'All its phones. The first one is dialed: it is `phone`.',
  })
  phones!: ContactPhoneDto[];

  @AttributesField({ ...ATTRIBUTES, description: 'What you keep with it: strings, numbers and booleans.' })
  attributes!: object;

  @Text({ ...TIME_ZONE, nullable: true, description: 'A time zone of the IANA database. null: none was given.' })
  time_zone!: string | null;
}
