import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import { InstantField, ListOf, Nested, OkAnswer, OneOf, type PresentedAs } from '#http';
import { PRIORITIES, type Priority } from '#smart-lists/domain';
import type { dialerStats } from '../domain/stats/dialer-stats.js';
import { PRIORITY } from './call-snapshot.dto.js';

const count = (description: string, example: number) =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });

@ApiSchema({ name: 'DialerTier', description: 'The lists of one priority, and the calls from them.' })
export class DialerTierDto {
  @OneOf(PRIORITY)
  priority!: Priority;

  @count('Lists of this priority, without those that are paused or have a cap of 0.', 2)
  lists!: number;

  @count(
    'Members of those lists, whether they may be called now or have to wait. A contact counts once for each list.',
    340,
  )
  members!: number;

  @count(
    'Calls in progress that were dispatched from a list that has this priority now, paused ones and those with a cap of 0 too.',
    3,
  )
  in_call!: number;
}

@ApiSchema({ name: 'CallsWithoutTier', description: 'Calls in progress that belong to no list of today.' })
export class CallsWithoutTierDto {
  @count('Dispatched to contacts that were on no list.', 1)
  unlisted!: number;

  @count('Registered with POST /calls.', 0)
  registered!: number;

  @count('Dispatched from a list that was deleted since.', 0)
  deleted_list!: number;
}

@ApiSchema({ name: 'EndedCallsByResult', description: 'How many calls ended with which result.' })
export class EndedByResultDto {
  @count('The called person answered.', 41)
  answered!: number;

  @count('Nobody answered.', 20)
  no_answer!: number;

  @count('The line was busy.', 4)
  busy!: number;

  @count('A machine answered.', 6)
  voicemail!: number;

  @count('It failed on the way.', 1)
  failed!: number;

  @count('It was given up before it was answered.', 2)
  cancelled!: number;

  @count('It never left the dialer.', 1)
  not_placed!: number;

  @count('The dialer was not heard of for the time of its lease.', 0)
  lost!: number;
}

@ApiSchema({
  name: 'CallsOfLastHour',
  description: 'What began and what ended from `from` up to `at`, both included.',
})
export class LastHourDto {
  @InstantField({ description: '3,600 seconds before `at`.', example: '2026-11-23T08:15:00.000Z' })
  from!: string;

  @count('Calls that POST /dialer/next has begun.', 76)
  dispatched!: number;

  @count('Calls that POST /calls has registered.', 2)
  registered!: number;

  @count('Calls that ended, of both kinds, whenever they began: the sum of `by_result`.', 75)
  ended!: number;

  @Nested(() => EndedByResultDto, { description: 'The calls that ended, by their result.' })
  by_result!: EndedByResultDto;
}

@ApiSchema({ name: 'DialerStatsResponse', description: 'How dialing stands: all numbers are of one instant.' })
export class StatsAnswer extends OkAnswer {
  @InstantField({ description: 'The instant that the numbers are of.', example: '2026-11-23T09:15:00.000Z' })
  at!: string;

  @ListOf(() => DialerTierDto, {
    min: PRIORITIES.length,
    max: PRIORITIES.length,
    description: 'Every priority, from the highest to the lowest.',
  })
  tiers!: DialerTierDto[];

  @Nested(() => CallsWithoutTierDto, { description: 'The calls in progress that no tier has.' })
  in_call_without_tier!: CallsWithoutTierDto;

  @count('Calls in progress: the sum of `in_call` of all tiers and of `in_call_without_tier`.', 4)
  calls_in_progress!: number;

  @count('Different `agent_id`s of the calls in progress: agents who are on the phone.', 3)
  agents!: number;

  @count('Calls in progress without an `agent_id`.', 1)
  without_agent!: number;

  @Nested(() => LastHourDto, { description: 'The calls of the last 3,600 seconds.' })
  last_hour!: LastHourDto;
}

/** Refused by the compiler where what is presented and StatsAnswer differ. */
export type PresentedStats = PresentedAs<StatsAnswer, AnsweredBy<typeof dialerStats>>;
