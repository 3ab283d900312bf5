import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { GAP_SECONDS } from '#eligibility';
import type { AnsweredBy } from '#kernel';
import {
  BooleanField,
  DeletedAnswer,
  InstantField,
  Integer,
  IntegerStep,
  ListOf,
  namedEnum,
  namedSteps,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import type { decideClone } from '../commands/clone-smart-list.command.js';
import type { decideCreate } from '../commands/create-smart-list.command.js';
import type { decideDelete } from '../commands/delete-smart-list.command.js';
import type { presentSmartList } from '../domain/present-smart-list.js';
import { type ListSource, PRIORITIES, type Priority } from '../domain/smart-list.js';
import { AttemptWindowDto, RetrySecondsDto, SetAttemptWindowDto, SetRetrySecondsDto, WINDOWS } from './limits.dto.js';

const CAP = { min: 0, max: 1_000_000, nullable: true } as const;
const OPTIONAL_CAP = { ...CAP, optional: true, default: null } as const;
const MIN_RETRY = { ...GAP_SECONDS, example: 3_600 } as const;
const DIAL_TIMEOUT = namedSteps(
  'DialTimeout',
  { min: 15, max: 60, step: 5 },
  'Seconds that the dialer lets it ring: 15 to 60 in steps of 5.',
);
const PRIORITY = namedEnum(
  'Priority',
  PRIORITIES,
  'The tier that the members of a list are called in: a lower one has its turn when nobody of a higher one may be called.',
);
const SOURCE = namedEnum(
  'SmartListSource',
  ['api', 'clone', 'import'],
  'Where a list comes from. api: created by a request. clone: cloned. import: brought along from elsewhere.',
);

/** What each setting is, wherever it is sent or shown. */
const SAYS = {
  name: 'Unique among the active lists of the workspace, upper and lower case being the same.',
  description: 'For people; the service does nothing with it. null: none.',
  perDay: "Calls from this list per contact and day of the workspace's time zone. null: no limit. 0: nobody is called.",
  total: 'Calls from this list per contact for life. null: no limit. 0: nobody is called.',
  minRetry: 'Seconds from the end of a call until the contact may be called from this list again.',
  retry:
    'Such seconds by the result of the call; a disposition that has `retry_seconds` comes before. null: the same for all.',
  windows: 'Calls from this list per contact in any hours; all of them hold. null: no limit.',
  paused: 'true: nobody is called from it; nothing else stops, and every member keeps its place.',
  nextList: 'The list that takes members who have had all of `max_attempts_total`. null: they stay.',
  callingHours:
    'The calling hours outside of which nobody is called from it; those of the workspace count too. null: at any time.',
} as const;

@ApiSchema({ name: 'CreateSmartList', description: 'A new smart list. What is left out has its default.' })
export class CreateSmartListBody {
  @Text({ min: 1, max: 200, example: 'Spring campaign', description: SAYS.name })
  name!: string;

  @Text({
    min: 0,
    max: 2_000,
    multiline: true,
    optional: true,
    nullable: true,
    default: null,
    example: 'Leads of the spring fair',
    description: SAYS.description,
  })
  description?: string | null;

  @OneOf(PRIORITY, { optional: true, default: 'medium', example: 'high' })
  priority?: Priority;

  @Integer({ ...OPTIONAL_CAP, description: SAYS.perDay, example: 3 })
  max_attempts_per_day?: number | null;

  @Integer({ ...OPTIONAL_CAP, description: SAYS.total, example: 10 })
  max_attempts_total?: number | null;

  @Integer({ ...MIN_RETRY, optional: true, default: 3_600, description: SAYS.minRetry })
  min_retry_seconds?: number;

  @Nested(() => SetRetrySecondsDto, {
    optional: true,
    nullable: true,
    default: null,
    example: { busy: 300, no_answer: 7_200 },
    description: SAYS.retry,
  })
  retry_seconds?: SetRetrySecondsDto | null;

  @ListOf(() => SetAttemptWindowDto, {
    ...WINDOWS,
    optional: true,
    default: null,
    example: [{ attempts: 3, hours: 24 }],
    description: SAYS.windows,
  })
  attempt_windows?: SetAttemptWindowDto[] | null;

  @IntegerStep(DIAL_TIMEOUT, { optional: true, default: 30, example: 30 })
  dial_timeout_seconds?: number;

  @UuidField({
    optional: true,
    nullable: true,
    default: null,
    description: `${SAYS.nextList} An active list, not this one, and none that leads back to it.`,
    example: null,
  })
  next_list_id?: string | null;

  @UuidField({
    optional: true,
    nullable: true,
    default: null,
    description: `${SAYS.callingHours} Calling hours of this workspace.`,
    example: null,
  })
  calling_hours_id?: string | null;

  @BooleanField({ optional: true, default: false, example: false, description: SAYS.paused })
  paused?: boolean;
}

@ApiSchema({ name: 'SmartListPatch', description: 'A change of a smart list: what is left out stays as it is.' })
export class ChangeSmartListBody extends PartialType(CreateSmartListBody) {}

@ApiSchema({ name: 'CloneSmartList', description: 'What a clone is given of its own.' })
export class CloneSmartListBody {
  @Text({
    min: 1,
    max: 200,
    optional: true,
    example: 'Summer campaign',
    description:
      'Unique like any name. Left out: `<name> (copy)`, or `(copy 2)` and so on where that is taken, the name cut so that it fits.',
  })
  name?: string;
}

@ApiSchema({ name: 'SmartList', description: 'A smart list: dialing settings, and whom they count for.' })
export class SmartListDto {
  @UuidField({ description: 'Given by the service.' })
  smart_list_id!: string;

  @Text({ min: 1, max: 200, example: 'Spring campaign', description: SAYS.name })
  name!: string;

  @Text({ min: 0, max: 2_000, multiline: true, nullable: true, example: null, description: SAYS.description })
  description!: string | null;

  @OneOf(PRIORITY)
  priority!: Priority;

  @Integer({ ...CAP, example: 3, description: SAYS.perDay })
  max_attempts_per_day!: number | null;

  @Integer({ ...CAP, example: null, description: SAYS.total })
  max_attempts_total!: number | null;

  @Integer({ ...MIN_RETRY, description: SAYS.minRetry })
  min_retry_seconds!: number;

  @Nested(() => RetrySecondsDto, { nullable: true, example: null, description: SAYS.retry })
  retry_seconds!: RetrySecondsDto | null;

  @ListOf(() => AttemptWindowDto, { ...WINDOWS, example: null, description: SAYS.windows })
  attempt_windows!: AttemptWindowDto[] | null;

  @IntegerStep(DIAL_TIMEOUT)
  dial_timeout_seconds!: number;

  @UuidField({ nullable: true, example: null, description: SAYS.nextList })
  next_list_id!: string | null;

  @UuidField({ nullable: true, example: null, description: SAYS.callingHours })
  calling_hours_id!: string | null;

  @BooleanField({ description: SAYS.paused, example: false })
  paused!: boolean;

  @OneOf(SOURCE)
  source!: ListSource;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Members of every status but `removed`. Not part of the version.',
    example: 120,
  })
  member_count!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes of the settings; in quotes it is the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When its settings were last changed; at first when it was created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and SmartListDto differ. */
export type PresentedSmartList = PresentedAs<SmartListDto, ReturnType<typeof presentSmartList>>;

@ApiSchema({ name: 'SmartListResponse', description: 'One smart list.' })
export class SmartListAnswer extends OkAnswer {
  @Nested(() => SmartListDto)
  smart_list!: SmartListDto;
}

/** Refused by the compiler where what a request is answered with and SmartListAnswer differ. */
export type PresentedSmartListAnswer = PresentedAs<
  SmartListAnswer,
  AnsweredBy<typeof decideCreate | typeof decideClone>
>;

@ApiSchema({ name: 'SmartListPage', description: 'A page of the active smart lists.' })
export class SmartListsAnswer extends PageAnswer {
  @ListOf(() => SmartListDto, { min: 0, max: 200, description: 'In the order of their creation.' })
  smart_lists!: SmartListDto[];
}

@ApiSchema({ name: 'SmartListDeletedResponse', description: 'A smart list that is no more.' })
export class SmartListDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the list that was deleted.' })
  smart_list_id!: string;
}

/** Refused by the compiler where what a request is answered with and SmartListDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<SmartListDeletedAnswer, AnsweredBy<typeof decideDelete>>;
