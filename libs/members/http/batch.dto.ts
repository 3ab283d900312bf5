import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import { ListOf, OkAnswer, OneKeyOf, PhoneField, type PresentedAs, UuidField } from '#http';
import type { addMembers, removeEverywhere, removeMembers, resetMembers } from '../domain/change-members.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const PHONE = '+12025550101';

@ApiSchema({ name: 'MemberReference', description: 'Names a contact.' })
@OneKeyOf('contact_id', 'phone')
export class MemberReferenceBody {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'The id of the contact.' })
  contact_id?: string;

  @PhoneField({
    optional: true,
    example: PHONE,
    description: 'In E.164. Of several contacts with it the one imported first.',
  })
  phone?: string;
}

@ApiSchema({ name: 'MemberReferences', description: 'The contacts that are meant.' })
export class MembersBody {
  @ListOf(() => MemberReferenceBody, {
    min: 1,
    max: 100,
    example: [{ contact_id: CONTACT_ID }, { phone: PHONE }],
    description: 'Each is counted in the answer. A malformed one refuses them all.',
  })
  members!: MemberReferenceBody[];
}

/** Like a reference of the body, with one of its two keys. */
@ApiSchema({ name: 'UnmatchedReference', description: 'A reference that resolves to no contact.' })
export class UnmatchedReferenceDto {
  @UuidField({ optional: true, example: CONTACT_ID, description: 'Where it was given: in lower case.' })
  contact_id?: string;

  @PhoneField({ optional: true, example: PHONE, description: 'Where it was given.' })
  phone?: string;
}

/** Counts add up to the number of references. */
class BatchCounts extends OkAnswer {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'References to a contact that was named before in the same batch, or that is so already.',
    example: 0,
  })
  skipped!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'References that resolve to no contact.', example: 0 })
  unmatched!: number;

  @ListOf(() => UnmatchedReferenceDto, {
    min: 1,
    max: 100,
    optional: true,
    description: 'Those references, in their order. Left out where `unmatched` is 0.',
  })
  unmatched_references?: UnmatchedReferenceDto[];
}

@ApiSchema({
  name: 'MembersAddedResponse',
  description: 'What became of each reference: the three counts add up to their number.',
})
export class MembersAddedAnswer extends BatchCounts {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Contacts that became members.', example: 2 })
  inserted!: number;
}

/** Refused by the compiler where what a request is answered with and MembersAddedAnswer differ. */
export type PresentedAddition = PresentedAs<MembersAddedAnswer, AnsweredBy<typeof addMembers>>;

@ApiSchema({
  name: 'MembersRemovedResponse',
  description: 'What became of each reference: the three counts add up to their number.',
})
export class MembersRemovedAnswer extends BatchCounts {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Contacts that were members and no longer are.',
    example: 2,
  })
  removed!: number;
}

/** Refused by the compiler where what a request is answered with and MembersRemovedAnswer differ. */
export type PresentedRemoval = PresentedAs<
  MembersRemovedAnswer,
  AnsweredBy<typeof removeMembers | typeof removeEverywhere>
>;

@ApiSchema({
  name: 'MembersResetResponse',
  description: 'What became of each reference: the three counts add up to their number.',
})
export class MembersResetAnswer extends BatchCounts {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Members whose `attempt_count` was above 0, and is 0 now.',
    example: 2,
  })
  reset!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'References to a contact that was named before in the same batch, that is no active member, or whose `attempt_count` is 0.',
    example: 0,
  })
  declare skipped: number;
}

/** Refused by the compiler where what a request is answered with and MembersResetAnswer differ. */
export type PresentedReset = PresentedAs<MembersResetAnswer, AnsweredBy<typeof resetMembers>>;
