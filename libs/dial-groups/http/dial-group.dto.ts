import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  DeletedAnswer,
  InstantField,
  ListOf,
  Nested,
  OkAnswer,
  PageAnswer,
  type PresentedAs,
  Text,
  UuidField,
  UuidList,
} from '#http';
import {
  type changeDialGroup,
  type createDialGroup,
  type deleteDialGroup,
  LISTS_OF_GROUP,
  MAX_DIAL_GROUPS,
} from '../domain/decide-dial-group.js';
import type { presentDialGroup } from '../domain/present-dial-group.js';

const SAYS = { name: 'Unique among the dial groups of the workspace, upper and lower case being the same.' } as const;

@ApiSchema({ name: 'CreateDialGroup', description: 'A new dial group.' })
export class CreateDialGroupBody {
  @Text({ min: 1, max: 200, example: 'Team North', description: SAYS.name })
  name!: string;

  @UuidList({
    ...LISTS_OF_GROUP,
    unique: true,
    example: ['01938f3a-7c2e-7b3a-9d5e-2f6a1b0c4d5e'],
    description: 'The lists that are dialed: active ones, each once.',
  })
  smart_list_ids!: string[];
}

@ApiSchema({ name: 'DialGroupPatch', description: 'A change of a dial group: what is left out stays as it is.' })
export class ChangeDialGroupBody extends PartialType(CreateDialGroupBody) {}

@ApiSchema({ name: 'DialGroup', description: 'Lists that are dialed together, in a round of their own.' })
export class DialGroupDto {
  @UuidField({ description: 'Given by the service.' })
  dial_group_id!: string;

  @Text({ min: 1, max: 200, example: 'Team North', description: SAYS.name })
  name!: string;

  @UuidList({
    min: 0,
    max: LISTS_OF_GROUP.max,
    unique: true,
    description: 'Its lists. A list that is deleted leaves its groups; a group without lists dials nobody.',
  })
  smart_list_ids!: string[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes; in quotes it is the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When it was last changed; at first when it was created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and DialGroupDto differ. */
export type PresentedDialGroup = PresentedAs<DialGroupDto, ReturnType<typeof presentDialGroup>>;

@ApiSchema({ name: 'DialGroupResponse', description: 'One dial group.' })
export class DialGroupAnswer extends OkAnswer {
  @Nested(() => DialGroupDto)
  dial_group!: DialGroupDto;
}

/** Refused by the compiler where what a request is answered with and DialGroupAnswer differ. */
export type PresentedDialGroupAnswer = PresentedAs<
  DialGroupAnswer,
  AnsweredBy<typeof createDialGroup | typeof changeDialGroup>
>;

@ApiSchema({ name: 'DialGroupPage', description: 'A page of the dial groups.' })
export class DialGroupsAnswer extends PageAnswer {
  @ListOf(() => DialGroupDto, { min: 0, max: MAX_DIAL_GROUPS, description: 'In the order of their creation.' })
  dial_groups!: DialGroupDto[];
}

@ApiSchema({ name: 'DialGroupDeletedResponse', description: 'A dial group that is no more.' })
export class DialGroupDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the dial group that was deleted.' })
  dial_group_id!: string;
}

/** Refused by the compiler where what a request is answered with and DialGroupDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<DialGroupDeletedAnswer, AnsweredBy<typeof deleteDialGroup>>;
