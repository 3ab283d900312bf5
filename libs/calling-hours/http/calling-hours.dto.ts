import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import { type Weekday, WEEKDAYS } from '#eligibility';
import type { AnsweredBy } from '#kernel';
import {
  DeletedAnswer,
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOfList,
  PageAnswer,
  type PresentedAs,
  Text,
  TextList,
  UuidField,
} from '#http';
import { DATE, HOURS_RULES, QUARTERS } from '../domain/check-hours.js';
import type { decideDelete } from '../commands/delete-calling-hours.command.js';
import { MAX_CALLING_HOURS } from '../domain/calling-hours.js';
import type { changeCallingHours, createCallingHours } from '../domain/decide-calling-hours.js';
import type { presentCallingHours } from '../domain/present-calling-hours.js';

const WEEKDAY = namedEnum('Weekday', WEEKDAYS, 'A day of the week, as the clock of the zone shows it.');
const SAYS = {
  name: 'Unique among the calling hours of the workspace, upper and lower case being the same.',
  zone: 'By whose clock: contact (all zones of the contact must be open), workspace, or a time zone of the IANA database.',
  intervals: 'When they are open: inside any of these.',
  closed_dates: 'YYYY-MM-DD: nothing of these dates is open.',
} as const;
const NAME = { min: 1, max: 200, example: 'Weekdays 9 to 5', description: SAYS.name } as const;
const ZONE = { min: 1, max: 100, example: 'contact', description: SAYS.zone } as const;
const INTERVALS = { min: 1, max: 50, description: SAYS.intervals } as const;
const CLOSED_DATES = {
  ...{ min: 0, max: 366, unique: true, item: { min: 10, max: 10, pattern: DATE, form: HOURS_RULES.date } },
  ...{ example: ['2030-12-25'], description: SAYS.closed_dates },
} as const;

@ApiSchema({ name: 'HoursInterval', description: 'A time of some days of the week.' })
export class HoursIntervalDto {
  @OneOfList(WEEKDAY, {
    ...{ min: 1, max: 7, unique: true, example: ['mon', 'tue', 'wed', 'thu', 'fri'] },
    description: 'The days on which it begins.',
  })
  days!: Weekday[];

  @Text({
    ...{ min: 5, max: 5, pattern: QUARTERS.from, form: HOURS_RULES.from, example: '09:00' },
    description: 'Included; 00:00 to 23:45, on a quarter of an hour.',
  })
  from!: string;

  @Text({
    ...{ min: 5, max: 5, pattern: QUARTERS.to, form: HOURS_RULES.to, example: '17:00' },
    description:
      'Excluded; 00:00 to 24:00, on a quarter of an hour. Where it is not after `from`, it is on the day after.',
  })
  to!: string;
}

@ApiSchema({ name: 'CreateCallingHours', description: 'New calling hours.' })
export class CreateCallingHoursBody {
  @Text(NAME)
  name!: string;

  @Text({ ...ZONE, optional: true })
  zone?: string;

  @ListOf(() => HoursIntervalDto, INTERVALS)
  intervals!: HoursIntervalDto[];

  @TextList({ ...CLOSED_DATES, optional: true })
  closed_dates?: string[];
}

@ApiSchema({ name: 'CallingHoursPatch', description: 'A change of calling hours: what is left out stays as it is.' })
export class ChangeCallingHoursBody extends PartialType(CreateCallingHoursBody) {}

@ApiSchema({ name: 'CallingHours', description: 'Times of the week, by a clock on the wall.' })
export class CallingHoursDto {
  @UuidField({ description: 'Given by the service.' })
  calling_hours_id!: string;

  @Text(NAME)
  name!: string;

  @Text(ZONE)
  zone!: string;

  @ListOf(() => HoursIntervalDto, INTERVALS)
  intervals!: HoursIntervalDto[];

  @TextList(CLOSED_DATES)
  closed_dates!: string[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes; in quotes it is the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField({ description: 'When they were created.' })
  created_at!: string;

  @InstantField({ description: 'When they were last changed; at first when they were created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and CallingHoursDto differ. */
export type PresentedCallingHours = PresentedAs<CallingHoursDto, ReturnType<typeof presentCallingHours>>;

@ApiSchema({ name: 'CallingHoursResponse', description: 'Calling hours.' })
export class CallingHoursAnswer extends OkAnswer {
  @Nested(() => CallingHoursDto)
  calling_hours!: CallingHoursDto;
}

/** Refused by the compiler where what a request is answered with and CallingHoursAnswer differ. */
export type PresentedCallingHoursAnswer = PresentedAs<
  CallingHoursAnswer,
  AnsweredBy<typeof createCallingHours | typeof changeCallingHours>
>;

@ApiSchema({ name: 'CallingHoursPage', description: 'A page of the calling hours.' })
export class CallingHoursPageAnswer extends PageAnswer {
  @ListOf(() => CallingHoursDto, { min: 0, max: MAX_CALLING_HOURS, description: 'In the order of their creation.' })
  calling_hours!: CallingHoursDto[];
}

@ApiSchema({ name: 'CallingHoursDeletedResponse', description: 'Calling hours that are no more.' })
export class CallingHoursDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the calling hours that were deleted.' })
  calling_hours_id!: string;
}

/** Refused by the compiler where what a request is answered with and CallingHoursDeletedAnswer differ. */
export type PresentedDeletion = PresentedAs<CallingHoursDeletedAnswer, AnsweredBy<typeof decideDelete>>;
