import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  BooleanField,
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  PageAnswer,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import { SUBJECT_TYPES, type SubjectType } from '#kernel';
import { EVENT_TYPES, type presentEvent } from '../domain/index.js';

const CONTACT_ID = '0198f4b2-8d2f-7b4c-8e5f-60718293a4b5';
const SUBJECT_TYPE = namedEnum(
  'EventSubjectType',
  SUBJECT_TYPES,
  'What an event may be about. A member is named by `{smart_list_id}/{contact_id}`, all others by their id.',
);
const EVENT_TYPE = namedEnum(
  'EventType',
  EVENT_TYPES,
  'What happened; docs/reference/events.md tells each. Later versions may add others.',
);
const STREAM = namedEnum('EventStream', ['workspace', 'delivery'], 'Whose events `revision` counts.');
const ACTOR_TYPE = namedEnum('EventActorType', ['api_key', 'admin', 'system'], 'Who caused an event.');
/** Two UUIDs and a slash. */
const MAX_SUBJECT_ID = 73;

/** Filters of GET /events. */
export class EventsFilter {
  @OneOf(SUBJECT_TYPE, { optional: true, description: 'Only events that name this; with `subject_id`.' })
  subject_type?: SubjectType;

  @Text({
    min: 1,
    max: MAX_SUBJECT_ID,
    optional: true,
    example: CONTACT_ID,
    description: 'Its id; of a member `{smart_list_id}/{contact_id}`.',
  })
  subject_id?: string;

  @OneOf(EVENT_TYPE, { optional: true, description: 'Only events of this type.' })
  type?: string;

  @InstantField({
    optional: true,
    example: '2026-11-01T00:00:00.000Z',
    description: 'Only events of this time or later.',
  })
  from?: string;

  @InstantField({
    optional: true,
    example: '2026-11-30T23:59:59.999Z',
    description: 'Only events of this time or earlier.',
  })
  to?: string;
}

@ApiSchema({ name: 'EventActor', description: 'Who caused an event.' })
export class EventActorDto {
  @OneOf(ACTOR_TYPE)
  type!: 'api_key' | 'admin' | 'system';

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: CONTACT_ID,
    description:
      'Of an API key its id, of an admin the name of the token, of the service that of its part. null: the token has no name.',
  })
  id!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'CRM',
    description: 'The name of the API key. null: it is none.',
  })
  name!: string | null;
}

@ApiSchema({ name: 'EventSubject', description: 'Something that an event names.' })
export class EventSubjectDto {
  @OneOf(SUBJECT_TYPE)
  type!: SubjectType;

  @Text({
    min: 1,
    max: MAX_SUBJECT_ID,
    example: CONTACT_ID,
    description: 'Its id; of a member those of its list and of its contact, with a slash between.',
  })
  id!: string;
}

@ApiSchema({ name: 'Event', description: 'Something that happened in the workspace, and never changes.' })
export class EventDto {
  @UuidField({ description: 'The same in every answer: to recognise an event that was seen before.' })
  event_id!: string;

  @OneOf(EVENT_TYPE)
  type!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'The version of the shape of `data`.' })
  schema_version!: number;

  @InstantField({ description: 'When it was decided, by the clock of the service.' })
  occurred_at!: string;

  @OneOf(STREAM)
  stream!: 'workspace' | 'delivery';

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 4711,
    description:
      'Its number among the events of the workspace, from 0; of a webhook attempt among those of its delivery.',
  })
  revision!: number;

  @Nested(() => EventActorDto)
  actor!: EventActorDto;

  @ApiProperty({
    type: 'string',
    example: '0198f4b2-7c1e-7a3b-9d4e-5f60718293a4',
    description: 'The `X-Correlation-Id`, else `X-Request-Id`, of the request that it goes back to.',
  })
  request_id!: string;

  @UuidField({ nullable: true, example: null, description: 'The event that caused it. null: a request did.' })
  caused_by!: string | null;

  @ListOf(() => EventSubjectDto, { min: 0, max: Infinity, description: 'What it names, the first 1,000.' })
  subjects!: EventSubjectDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { contact_id: CONTACT_ID, phone: '+12025550101', name: 'Ada' },
    description: 'Its fields, by its type. Secrets are left out; what was erased is null.',
  })
  data!: object;
}

/** Refused by the compiler where what is presented and EventDto differ. */
export type PresentedEvent = PresentedAs<EventDto, ReturnType<typeof presentEvent>>;

@ApiSchema({ name: 'EventPage', description: 'A page of events.' })
export class EventsAnswer extends PageAnswer {
  @ListOf(() => EventDto, { min: 0, max: Infinity, description: 'In the order of the log.' })
  events!: EventDto[];

  @BooleanField({
    example: true,
    description:
      'Whether there is nothing more now. `next_page_token` then gets what happens later; it is null only where `to` has passed.',
  })
  caught_up!: boolean;
}

@ApiSchema({ name: 'EventResponse', description: 'One event.' })
export class EventAnswer extends OkAnswer {
  @Nested(() => EventDto)
  event!: EventDto;
}
