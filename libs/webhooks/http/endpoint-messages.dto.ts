import type { Type } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { InstantField, Integer, namedEnum, Nested, OneOf, PhoneField, Text, UuidField } from '#http';
import { OUTCOME_TYPES, DESTINATION_TYPES, type DestinationType, type OutcomeType } from '#outcomes/domain';
import { IMPORT_KINDS, type ImportKind } from '#imports/domain';
import { CALL_RESULTS, type CallResult, COMPLETIONS, type Completion } from '#dialing/domain';

const RESULT = namedEnum('CallResult', CALL_RESULTS);
const COMPLETION = namedEnum(
  'CallCompletion',
  COMPLETIONS,
  'What completed a call. end: it ended, and awaited nothing. disposition: one was applied. wrap_up: none was applied in time.',
);
const OUTCOME_TYPE = namedEnum('OutcomeType', OUTCOME_TYPES);
const DESTINATION_TYPE = namedEnum('DestinationType', DESTINATION_TYPES);
const IMPORT_KIND = namedEnum('ImportKind', IMPORT_KINDS);
const MOVE = namedEnum(
  'MoveReason',
  ['outcome', 'exhausted'],
  'Why a member was moved. outcome: by one that was applied. exhausted: it had no attempts left on its list, which has a next one.',
);
type MoveReason = (typeof MOVE)['values'][number];

/** What every message to an endpoint has (docs/reference/http-contract.md#webhook-endpoints). */
class MessageDto {
  @InstantField({ description: 'When the event occurred.' })
  timestamp!: string;

  @UuidField({ description: 'The delivery, the same on every attempt: what was seen before is to be left alone.' })
  delivery_id!: string;

  @UuidField({ description: 'The workspace of the event.' })
  workspace_id!: string;

  @UuidField({ description: 'The endpoint that it is sent to.' })
  endpoint_id!: string;

  @UuidField({ description: 'The event, as GET /events has it. With `index` the same in each repetition.' })
  event_id!: string;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 4711,
    description:
      'The place of the event among all of the workspace. Messages may overtake each other: this puts them in order.',
  })
  revision!: number;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 0,
    description: 'Of several messages about one event, which it is: from 0.',
  })
  index!: number;
}

class PartyDto {
  @UuidField({ description: 'The call.' })
  call_id!: string;

  @UuidField({ description: 'Who is called.' })
  contact_id!: string;

  @UuidField({
    nullable: true,
    description: 'The list it was dispatched from. null: the contact was on none, or the call was registered.',
  })
  smart_list_id!: string | null;
}

@ApiSchema({ name: 'DispatchedCallData', description: 'A call that the queue has begun.' })
export class DispatchedCallData extends PartyDto {
  @PhoneField({ nullable: true, description: 'The number that is called, in E.164. null: it was erased.' })
  phone!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 1,
    description: 'Counts the attempts of the contact from this list, after a reset from 1 again.',
  })
  attempt_number!: number;

  @InstantField({ description: 'When it is lost, unless its client reports on it before.' })
  lease_expires_at!: string;
}

@ApiSchema({ name: 'EndedCallData', description: 'A call that is over.' })
export class EndedCallData extends PartyDto {
  @OneOf(RESULT, { example: 'answered' })
  result!: CallResult;

  @InstantField({ description: 'When it began: was dispatched, or registered.' })
  dispatched_at!: string;

  @InstantField({ nullable: true, description: 'Until when a disposition is awaited. null: none is.' })
  wrap_up_expires_at!: string | null;
}

@ApiSchema({ name: 'CompletedCallData', description: 'A call that awaits no disposition any more.' })
export class CompletedCallData extends PartyDto {
  @OneOf(COMPLETION, { example: 'disposition' })
  by!: Completion;
}

@ApiSchema({ name: 'ExhaustedMemberData', description: 'The last call of a contact from a list.' })
export class ExhaustedMemberData extends PartyDto {}

@ApiSchema({ name: 'AppliedOutcomeData', description: 'The outcome as it was when it was applied.' })
export class AppliedOutcomeDto {
  @UuidField({ description: 'The outcome.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Send the offer', description: 'Its name.' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPE)
  outcome_type!: OutcomeType;

  @OneOf(DESTINATION_TYPE, { example: 'smart_list' })
  destination_type!: DestinationType;

  @UuidField({ nullable: true, description: 'Of smart_list: the list. null of any other type.' })
  destination_id!: string | null;

  @Text({
    min: 1,
    max: 200,
    nullable: true,
    example: 'Spring campaign',
    description: 'Of smart_list: its name at that time. null of any other type.',
  })
  destination_name!: string | null;
}

@ApiSchema({ name: 'CallOutcomeData', description: 'An outcome that was applied to a call.' })
export class CallOutcomeData extends PartyDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'Counts the outcomes of the call from 1.' })
  sequence!: number;

  @Nested(() => AppliedOutcomeDto)
  outcome!: AppliedOutcomeDto;
}

@ApiSchema({ name: 'MovedMemberData', description: 'A member that was taken off one list for another.' })
export class MovedMemberData {
  @UuidField({ description: 'Who was moved.' })
  contact_id!: string;

  @UuidField({ description: 'The list that it left.' })
  from_list_id!: string;

  @UuidField({
    nullable: true,
    description: 'The list that it is on now, perhaps since before. null: the event does not tell it.',
  })
  to_list_id!: string | null;

  @OneOf(MOVE, { example: 'exhausted' })
  reason!: MoveReason;
}

@ApiSchema({ name: 'DrainedListData', description: 'A list of which nobody will be called any more.' })
export class DrainedListData {
  @UuidField({ description: 'The list.' })
  smart_list_id!: string;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 120,
    description: 'The members that it still has, all with used-up attempts. 0: all have left, or were moved.',
  })
  completed_members!: number;

  @InstantField({ description: 'When it became so; as `timestamp`.' })
  drained_at!: string;
}

const rows = (description: string): PropertyDecorator => Integer({ min: 0, max: 1_000_000, example: 0, description });

@ApiSchema({ name: 'FinishedImportData', description: 'An import whose whole file is done.' })
export class FinishedImportData {
  @UuidField({ description: 'The import.' })
  import_id!: string;

  @OneOf(IMPORT_KIND, { example: 'contacts' })
  kind!: ImportKind;

  @UuidField({ nullable: true, description: 'The list of its members. null: none was named.' })
  smart_list_id!: string | null;

  @Text({ min: 1, max: 200, nullable: true, example: 'autumn.csv', description: 'Its name. null: it has none.' })
  name!: string | null;

  @rows('How many rows its file has.')
  rows!: number;

  @rows('Rows that made a contact.')
  created!: number;

  @rows('Rows that changed a contact.')
  updated!: number;

  @rows('Rows that found everything as they say.')
  unchanged!: number;

  @rows('Contacts that became members.')
  members_added!: number;

  @rows('Contacts that were taken off at least one list.')
  members_removed!: number;

  @rows('Rows that were refused, and changed nothing.')
  refused!: number;
}

@ApiSchema({ name: 'PausedEndpointData', description: 'Another endpoint of the workspace that was paused.' })
export class PausedEndpointData {
  @UuidField({ description: 'The endpoint that nothing is sent to any more.' })
  endpoint_id!: string;

  @InstantField({ description: 'Since when every attempt has failed.' })
  failing_since!: string;
}

@ApiSchema({ name: 'TestData', description: 'Nothing.' })
export class TestData {}

/**
 * The class of the messages of a type.
 * @param name of its schema in the reference
 */
export function messageDto(name: string, type: string, data: Type): Type {
  const only = namedEnum(`${name}Type`, [type], 'The type of this message.');

  @ApiSchema({
    name,
    description: 'What an endpoint is told: compact JSON, the same bytes on every attempt. Fields may be added.',
  })
  class Message extends MessageDto {
    @OneOf(only, { example: type, description: 'Always this.' })
    type!: string;

    @Nested(() => data)
    data!: object;
  }
  return Message;
}
