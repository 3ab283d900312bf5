import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { InstantField, Integer, namedEnum, Nested, OneOf, PhoneField, Text, UrlField, UuidField } from '#http';
import { DESTINATION_TYPES, type DestinationType } from '#outcomes/domain';

const TYPE = namedEnum('OutcomeAppliedType', ['outcome.applied'], 'The type of this message.');
const OUTCOME_TYPE = namedEnum('WebhookOutcomeType', ['action'], 'Of OutcomeType those that send webhooks.');
const DESTINATION_TYPE = namedEnum('DestinationType', DESTINATION_TYPES);

@ApiSchema({ name: 'WebhookOutcome', description: 'The outcome as it was when it was applied.' })
export class SentOutcomeDto {
  @UuidField({ description: 'The outcome.' })
  outcome_id!: string;

  @Text({ min: 1, max: 200, example: 'Send the offer', description: 'Its name.' })
  outcome_name!: string;

  @OneOf(OUTCOME_TYPE)
  outcome_type!: 'action';
}

@ApiSchema({ name: 'WebhookCall', description: 'The call that the outcome was applied to.' })
export class SentCallDto {
  @UuidField({ description: 'The call.' })
  call_id!: string;

  @UuidField({
    nullable: true,
    example: null,
    description: 'The list it was dispatched from. null: the contact was on none, or the call was registered.',
  })
  smart_list_id!: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 1,
    description: 'Counts the outcomes of the call from 1. Deliveries may overtake each other: this puts them in order.',
  })
  sequence!: number;

  @InstantField({ description: 'When it began: was dispatched, or registered.' })
  dispatched_at!: string;

  @Text({ min: 1, max: 100, nullable: true, example: 'agent-7', description: 'Your id of the agent. null: none.' })
  agent_id!: string | null;

  @Text({ min: 1, max: 128, nullable: true, example: null, description: 'Your id of the call. null: none.' })
  reference!: string | null;

  @Text({
    min: 1,
    max: 2_000,
    multiline: true,
    nullable: true,
    example: null,
    description: 'What was said so far. null: nothing.',
  })
  notes!: string | null;

  @Integer({
    min: 0,
    max: 604_800,
    nullable: true,
    example: null,
    description: 'As a client has counted it. null: none has.',
  })
  duration_seconds!: number | null;

  @UrlField({ nullable: true, example: null, description: 'Where the recording is. null: no client has said so.' })
  recording_url!: string | null;
}

@ApiSchema({ name: 'WebhookContact', description: 'Who is called.' })
export class SentContactDto {
  @UuidField({ description: 'The contact.' })
  contact_id!: string;

  @PhoneField({ nullable: true, description: 'The number that is called, in E.164. null: it was erased.' })
  phone!: string | null;
}

@ApiSchema({ name: 'WebhookDestination', description: 'What the outcome did to the memberships of the contact.' })
export class SentDestinationDto {
  @OneOf(DESTINATION_TYPE, {
    example: 'smart_list',
    description: 'As of an outcome; none too if its lists were gone when it was applied.',
  })
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

@ApiSchema({
  name: 'OutcomeAppliedEvent',
  description:
    'What a receiver is told of an action that was applied: compact JSON of at most 20 KB, the same bytes on every attempt. Fields may be added.',
})
export class OutcomeAppliedDto {
  @OneOf(TYPE, { example: 'outcome.applied', description: 'Always this.' })
  type!: 'outcome.applied';

  @InstantField({ description: 'When the outcome was applied.' })
  timestamp!: string;

  @UuidField({ description: 'The delivery, the same on every attempt: what was seen before is to be left alone.' })
  delivery_id!: string;

  @UuidField({ description: 'The workspace of the call.' })
  workspace_id!: string;

  @Nested(() => SentOutcomeDto)
  outcome!: SentOutcomeDto;

  @Nested(() => SentCallDto)
  call!: SentCallDto;

  @Nested(() => SentContactDto)
  contact!: SentContactDto;

  @Nested(() => SentDestinationDto)
  destination!: SentDestinationDto;
}
