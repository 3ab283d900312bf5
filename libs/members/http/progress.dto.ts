import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { InstantField, Nested, OkAnswer, type PresentedAs } from '#http';
import type { listProgress } from '../domain/list-progress.js';

/** A number of members, calls or attempts. */
const Count = (description: string, example = 0): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });

@ApiSchema({
  name: 'MembersByStatus',
  description: 'Members of a list by status and reason, at one instant. All but `removed` add up to `active`.',
})
export class MembersByStatusDto {
  @Count('Contacts that are on the list.', 1_000)
  active!: number;

  @Count('queued: may be called now.', 400)
  queued!: number;

  @Count('waiting, callback_scheduled: have a callback at a later time.')
  waiting_callback!: number;

  @Count('waiting, daily_cap_reached: have had all calls of this day.', 300)
  waiting_daily_cap!: number;

  @Count('waiting, window_cap_reached: have had all calls of one of the `attempt_windows`.')
  waiting_window_cap!: number;

  @Count('waiting, contact_cap_reached: have had all calls of one of the `contact_windows` of the workspace.')
  waiting_contact_cap!: number;

  @Count('waiting, retry_gap: the retry gap has not passed.', 100)
  waiting_retry_gap!: number;

  @Count('waiting, calling_hours: those of the list, or of the workspace, are closed for them.')
  waiting_calling_hours!: number;

  @Count('in_call: have a call in flight, from whatever list.', 20)
  in_call!: number;

  @Count('completed: have had all of `max_attempts_total`.', 180)
  completed!: number;

  @Count('frozen: all of `active` where a cap of the list is 0, else none.')
  frozen!: number;

  @Count('removed: contacts that have left the list and are not on it again. They are no part of `active`.', 12)
  removed!: number;
}

@ApiSchema({ name: 'ListProgress', description: 'How far a smart list is, at one instant.' })
export class ListProgressDto {
  @InstantField({ description: 'The instant that the numbers are of.' })
  at!: string;

  @Nested(() => MembersByStatusDto)
  members!: MembersByStatusDto;

  @Count(
    'Calls that were dispatched from the list, for life, also to contacts that have left it; a reset of members does not change it. One that ended not_placed is not counted.',
    2_100,
  )
  attempt_count!: number;

  @Count("Those of them that began on the current day of the workspace's time zone.", 350)
  attempts_today!: number;

  @Count('Calls that were dispatched from the list within the 3,600 seconds before `at`, whatever their result.', 120)
  dispatched_last_hour!: number;

  @InstantField({
    nullable: true,
    description:
      'When all members that are queued or waiting will have been called once more, at the rate of the last hour. It knows nothing of gaps and caps to come. null: there are none, or nobody was called in the last hour.',
  })
  estimated_end_at!: string | null;
}

/** Refused by the compiler where what is presented and ListProgressDto differ. */
export type PresentedProgress = PresentedAs<ListProgressDto, ReturnType<typeof listProgress>>;

@ApiSchema({ name: 'ListProgressResponse', description: 'The progress of a smart list.' })
export class ListProgressAnswer extends OkAnswer {
  @Nested(() => ListProgressDto)
  progress!: ListProgressDto;
}
