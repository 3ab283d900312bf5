import { ApiSchema } from '@nestjs/swagger';
import { InstantField, namedEnum, OneOf, PhoneField, Text, UuidField } from '#http';
import { ENTRY_SOURCES, type EntrySource, MAX_REASON } from '#do-not-call/domain';

const ENTRY_SOURCE = namedEnum('DoNotCallSource', ENTRY_SOURCES);

/** The data of `do_not_call.added` (docs/reference/http-contract.md#webhook-endpoints). */
@ApiSchema({ name: 'AddedNumberData', description: 'A number that is not dialed from now on.' })
export class AddedNumberData {
  @PhoneField({ nullable: true, description: 'The number, in E.164. null: it was erased.' })
  phone!: string | null;

  @UuidField({
    nullable: true,
    description:
      'The contact that had the number as its first one, of several the one imported first. null: none had it.',
  })
  contact_id!: string | null;

  @Text({
    min: 0,
    max: MAX_REASON,
    nullable: true,
    example: 'Asked not to be called',
    description: 'For people; of an outcome its name. null: none was given.',
  })
  reason!: string | null;

  @OneOf(ENTRY_SOURCE, { example: 'api' })
  source!: EntrySource;

  @InstantField({
    nullable: true,
    description: 'From then on the number may be dialed. null: it is barred until it is removed.',
  })
  expires_at!: string | null;

  @InstantField({ description: 'When it was added; as `timestamp`.' })
  added_at!: string;
}
