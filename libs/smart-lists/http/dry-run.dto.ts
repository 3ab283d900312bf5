import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import { DRY_RUN_PICKS } from '#dialing/domain';
import { BooleanField, InstantField, ListOf, Nested, type PresentedAs, UuidField } from '#http';
import type { decideChange } from '../commands/change-smart-list.command.js';
import type { decideDryRun } from '../queries/dry-run-change.query.js';
import { SmartListAnswer } from './smart-list.dto.js';

/** Parameters of PATCH /smart-lists/{smartListId}. */
export class ChangeOptions {
  @BooleanField({
    optional: true,
    default: false,
    description:
      'true: nothing is changed, and the answer has `dry_run`: what the change would do. An Idempotency-Key is ignored then.',
  })
  dry_run?: boolean;
}

const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description, example: 12 });

@ApiSchema({
  name: 'DryRunMembers',
  description:
    'How many members of the list would change, and how. One member may be counted several times. Changes of the ' +
    'name, the description, the priority, the ring time or the next list alone change no member.',
})
export class DryRunMembersDto {
  @count('Members that were judged: all of them, or 100,000 of a longer list. 0: none would change.')
  judged!: number;

  @BooleanField({
    description:
      'Whether every member was judged. false: the counts are of those judged, which are the first in the order of picks.',
    example: true,
  })
  complete!: boolean;

  @count('Their attempts reach the lower `max_attempts_total`, and had not reached the old one.')
  exhausted!: number;

  @count(
    'Those exhausted who leave for the next list at once, or within seconds. Those in a call may when it completes.',
  )
  moved!: number;

  @count('They become `frozen`, and are not now.')
  frozen!: number;

  @count('They become `queued`, and are not now.')
  newly_eligible!: number;

  @count('They are `queued` now, and become something else.')
  no_longer_eligible!: number;
}

@ApiSchema({ name: 'DryRunPick', description: 'A contact that would be called, as in GET /dialer/preview.' })
export class DryRunPickDto {
  @UuidField({ description: 'Who would be called.' })
  contact_id!: string;

  @UuidField({ nullable: true, description: 'The list they would be called from. null: they are on none.' })
  smart_list_id!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Which attempt from that list, or without a list, it would be, from 1.',
    example: 1,
  })
  attempt_number!: number;
}

@ApiSchema({
  name: 'DryRunQueue',
  description: 'The first of the queue of the workspace, without and with the change.',
})
export class DryRunQueueDto {
  @ListOf(() => DryRunPickDto, { min: 0, max: DRY_RUN_PICKS, description: 'Whom the next calls would be with now.' })
  before!: DryRunPickDto[];

  @ListOf(() => DryRunPickDto, {
    min: 0,
    max: DRY_RUN_PICKS,
    description: 'Whom they would be with after the change, when all members have moved.',
  })
  after!: DryRunPickDto[];
}

@ApiSchema({ name: 'SmartListDryRun', description: 'What a change of a smart list would do.' })
export class DryRunDto {
  @InstantField({ description: 'The instant at which it would be so.' })
  as_of!: string;

  @Nested(() => DryRunMembersDto)
  members!: DryRunMembersDto;

  @Nested(() => DryRunQueueDto)
  queue!: DryRunQueueDto;
}

@ApiSchema({ name: 'SmartListChangedResponse', description: 'A smart list that was changed, or would be.' })
export class SmartListChangedAnswer extends SmartListAnswer {
  @Nested(() => DryRunDto, {
    optional: true,
    description: 'Only with `dry_run=true`: the list is shown as it would be.',
  })
  dry_run?: DryRunDto;
}

/** Refused by the compiler where what a request is answered with and SmartListChangedAnswer differ. */
export type PresentedChange = PresentedAs<SmartListChangedAnswer, AnsweredBy<typeof decideChange>>;

/** Refused by the compiler where what a dry run is answered with and SmartListChangedAnswer differ. */
export type PresentedDryRun = PresentedAs<SmartListChangedAnswer, AnsweredBy<typeof decideDryRun>>;
