import { ApiSchema } from '@nestjs/swagger';
import { type AttemptWindow, GAP_SECONDS, MAX_WINDOW, type RetrySeconds } from '#eligibility';
import { AtLeastOneKey, Integer, type PresentedAs } from '#http';

const GAP = { ...GAP_SECONDS, optional: true } as const;

@ApiSchema({
  name: 'RetrySeconds',
  description:
    'Seconds from the end of a call until the contact may be called from the list again, by the result of that call. What is left out has `min_retry_seconds`.',
})
export class RetrySecondsDto {
  @Integer({ ...GAP, example: 86_400, description: 'After a call that was answered.' })
  answered?: number;

  @Integer({ ...GAP, example: 7_200, description: 'After a call that nobody answered.' })
  no_answer?: number;

  @Integer({ ...GAP, example: 300, description: 'After a busy line.' })
  busy?: number;

  @Integer({ ...GAP, example: 14_400, description: 'After a voicemail.' })
  voicemail?: number;

  @Integer({ ...GAP, example: 3_600, description: 'After a call that failed.' })
  failed?: number;

  @Integer({ ...GAP, example: 3_600, description: 'After a call that was cancelled.' })
  cancelled?: number;

  @Integer({ ...GAP, example: 0, description: 'After a call that was never placed: it counts as no attempt.' })
  not_placed?: number;

  @Integer({ ...GAP, example: 3_600, description: 'After a call whose lease had passed.' })
  lost?: number;
}

/** Refused by the compiler where the settings of a list and RetrySecondsDto differ. */
export type PresentedRetrySeconds = PresentedAs<RetrySecondsDto, Required<RetrySeconds>>;

@AtLeastOneKey()
@ApiSchema({ name: 'SetRetrySeconds', description: 'The gaps of all results: it takes the place of the one before.' })
export class SetRetrySecondsDto extends RetrySecondsDto {}

/** Windows that a list may have. */
export const WINDOWS = { min: 1, max: 4, nullable: true } as const;

@ApiSchema({
  name: 'AttemptWindow',
  description: 'At most `attempts` calls to a contact from the list in any `hours` hours.',
})
export class AttemptWindowDto {
  @Integer({
    min: 1,
    max: MAX_WINDOW.attempts,
    example: 3,
    description: 'How many calls. One that ended not_placed is not counted.',
  })
  attempts!: number;

  @Integer({ min: 1, max: MAX_WINDOW.hours, example: 24, description: 'In how many hours, whatever the day.' })
  hours!: number;
}

/** Refused by the compiler where the settings of a list and AttemptWindowDto differ. */
export type PresentedAttemptWindow = PresentedAs<AttemptWindowDto, AttemptWindow>;

@ApiSchema({ name: 'SetAttemptWindow', description: 'A window of a list.' })
export class SetAttemptWindowDto extends AttemptWindowDto {}
