import { OneKeyOf, PhoneField, Text, UuidField } from '#http';
import { EXTERNAL_ID } from '#contacts/http';

/** A row that names a contact which exists, by exactly one of its fields. */
@OneKeyOf('contact_id', 'phone', 'external_id')
export class RowReferenceBody {
  @UuidField({ optional: true })
  contact_id?: string;

  @PhoneField({ optional: true })
  phone?: string;

  @Text({ ...EXTERNAL_ID, optional: true })
  external_id?: string;
}
