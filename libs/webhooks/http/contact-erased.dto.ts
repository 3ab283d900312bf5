import { ApiSchema } from '@nestjs/swagger';
import { InstantField, namedEnum, Nested, OneOf, UuidField } from '#http';

const TYPE = namedEnum('ContactErasedType', ['contact.erased'], 'The type of this message.');

@ApiSchema({ name: 'WebhookErasedContact', description: 'Who was erased.' })
export class SentErasedContactDto {
  @UuidField({ description: 'The contact, as messages about it named it.' })
  contact_id!: string;

  @InstantField({
    description: 'When it was erased. Messages about a contact that was imported again since have a later timestamp.',
  })
  erased_at!: string;
}

@ApiSchema({
  name: 'ContactErasedEvent',
  description:
    'What a receiver is told of a contact that was erased: compact JSON, the same bytes on every attempt. Fields may be added.',
})
export class ContactErasedDto {
  @OneOf(TYPE, { example: 'contact.erased', description: 'Always this.' })
  type!: 'contact.erased';

  @InstantField({ description: 'When the contact was erased.' })
  timestamp!: string;

  @UuidField({ description: 'The delivery, the same on every attempt: what was seen before is to be left alone.' })
  delivery_id!: string;

  @UuidField({ description: 'The workspace of the contact.' })
  workspace_id!: string;

  @Nested(() => SentErasedContactDto)
  contact!: SentErasedContactDto;
}
