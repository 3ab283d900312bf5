import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type AttemptWindow, GAP_SECONDS, type RetrySeconds } from '#eligibility';
import {
  BooleanField,
  InstantField,
  Integer,
  IntegerStep,
  namedEnum,
  namedSteps,
  Nested,
  OneOf,
  Text,
  UuidField,
} from '#http';
import { PRIORITIES, type Priority } from '#smart-lists/domain';
import { CallLaneDto, CallScopeDto } from './call-scope.dto.js';

/** The priorities of lists. */
export const PRIORITY = namedEnum('Priority', PRIORITIES);
const DIAL_TIMEOUT = namedSteps('DialTimeout', { min: 15, max: 60, step: 5 });
/** A schema of the slice of lists. */
const GAPS_BY_RESULT = { allOf: [{ $ref: getSchemaPath('RetrySeconds') }] };

@ApiSchema({
  name: 'CallSnapshot',
  description:
    'The settings a call was dispatched with: of its list, or of the workspace for a contact without a list (`unlisted`). What becomes of them later changes nothing here.',
})
export class CallSnapshotDto {
  @UuidField({ nullable: true, description: 'The list. null: the contact was on none.' })
  smart_list_id!: string | null;

  @Text({ min: 1, max: 200, nullable: true, example: 'Spring campaign', description: 'Of the list. null without one.' })
  name!: string | null;

  @OneOf(PRIORITY, { nullable: true, example: 'medium', description: 'Of the list. null without one.' })
  priority!: Priority | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'The place of the membership in the order of the tier: a contact added later has a larger one. Without a list that of the contact itself.',
    example: 17,
  })
  member_number!: number;

  @Integer({
    min: 0,
    max: 1_000_000,
    nullable: true,
    example: 3,
    description: 'Calls per contact and day. null: no limit.',
  })
  max_attempts_per_day!: number | null;

  @Integer({
    min: 0,
    max: 1_000_000,
    nullable: true,
    example: null,
    description: 'Calls per contact for life. null: no limit.',
  })
  max_attempts_total!: number | null;

  @Integer({ ...GAP_SECONDS, example: 3_600, description: 'Seconds from the end of a call to the next one.' })
  min_retry_seconds!: number;

  @ApiProperty({
    ...GAPS_BY_RESULT,
    nullable: true,
    example: null,
    description:
      'Such seconds by the result of the call before. null: the same for all, or the contact was on no list.',
  })
  retry_seconds!: RetrySeconds | null;

  @ApiProperty({
    type: 'array',
    items: { $ref: getSchemaPath('AttemptWindow') },
    nullable: true,
    example: null,
    description: 'Calls per contact in any hours. null: no limit, or the contact was on no list.',
  })
  attempt_windows!: AttemptWindow[] | null;

  @ApiProperty({
    type: 'array',
    items: { $ref: getSchemaPath('ContactWindow') },
    nullable: true,
    example: null,
    description: 'The limits of a contact over all lists, as the workspace had them. null: none.',
  })
  contact_windows!: AttemptWindow[] | null;

  @UuidField({ nullable: true, example: null, description: 'The calling hours of its list. null: none of its own.' })
  calling_hours_id!: string | null;

  @IntegerStep(DIAL_TIMEOUT)
  dial_timeout_seconds!: number;

  @UuidField({
    nullable: true,
    example: null,
    description: 'Where the waterfall of the list led to. null: nowhere, or there was no list.',
  })
  next_list_id!: string | null;

  @BooleanField({ description: 'Always false: nobody is called from a paused list.', example: false })
  paused!: false;

  @InstantField({ nullable: true, example: null, description: 'Of the callback that it is. null: it is none.' })
  callback_at!: string | null;

  @Nested(() => CallScopeDto, { description: 'What the request dialed.' })
  scope!: CallScopeDto;

  @Nested(() => CallLaneDto, { description: 'The lane that it was picked from.' })
  lane!: CallLaneDto;
}
