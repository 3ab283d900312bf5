import { ApiProperty, ApiSchema, PartialType } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import {
  DeletedAnswer,
  InstantField,
  ListOf,
  namedEnum,
  Nested,
  OkAnswer,
  OneOf,
  OneOfList,
  type PresentedAs,
  Text,
  UuidField,
} from '#http';
import { SECRET, SECRET_SHOWN } from './signing-secrets.dto.js';
import {
  type changeEndpoint,
  type createEndpoint,
  type deleteEndpoint,
  ENDPOINT_EVENT_TYPES,
  ENDPOINT_STATES,
  type EndpointEventType,
  type EndpointState,
  MAX_ENDPOINTS,
  MAX_WEBHOOK_URL,
  type presentEndpoint,
  WEBHOOK_URL_PATTERN,
} from '../domain/index.js';

export const EVENT_TYPE = namedEnum(
  'EndpointEventType',
  ENDPOINT_EVENT_TYPES,
  'What an endpoint can be told. call.dispatched: a call has begun by the queue. call.ended: a client has ended a call. call.lost: the lease of a call has expired. ' +
    'call.completed: a call awaits no disposition any more. outcome.applied: an outcome was applied to a call. ' +
    'member.exhausted: a contact has used its last attempt from a list. member.moved: a member was moved to another list. list.drained: no member of a list will be called any more, unless a request changes something. callback.due: a member may be called back from now on. do_not_call.added: a number was added to the do-not-call register. import.finished: the whole file of an import is done. endpoint.paused: another endpoint was paused. Later versions may send others.',
);
const STATE = namedEnum(
  'EndpointState',
  ENDPOINT_STATES,
  'healthy: the last attempt was successful, or there was none. failing: every attempt has failed since `failing_since`. paused: nothing is sent until it is resumed.',
);
const TYPES = { min: 1, max: ENDPOINT_EVENT_TYPES.length, unique: true } as const;
const MAX_DESCRIPTION = 500;
@ApiSchema({ name: 'CreateWebhookEndpoint', description: 'A new endpoint.' })
export class CreateEndpointBody {
  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    example: 'https://hooks.example.com/events',
    description:
      'Where its messages are sent to. https, without user name and password. Of its host only the form is checked here: ' +
      'an address that is not public is refused. The addresses of a name are checked each time a message is sent.',
  })
  url!: string;

  @OneOfList(EVENT_TYPE, {
    ...TYPES,
    example: ['call.ended', 'call.lost'],
    description: 'What it is told, from now on.',
  })
  event_types!: EndpointEventType[];

  @Text({
    min: 0,
    max: MAX_DESCRIPTION,
    multiline: true,
    optional: true,
    nullable: true,
    default: null,
    example: 'The CRM',
    description: 'A note for people. null: none.',
  })
  description?: string | null;
}

@ApiSchema({
  name: 'WebhookEndpointPatch',
  description: 'A change of an endpoint: what is left out stays as it is. What waits goes to the URL of its request.',
})
export class ChangeEndpointBody extends PartialType(CreateEndpointBody) {}

@ApiSchema({ name: 'EndpointHealth', description: 'Whether an endpoint accepts what it is sent.' })
export class EndpointHealthDto {
  @OneOf(STATE, { example: 'healthy' })
  state!: EndpointState;

  @InstantField({
    nullable: true,
    example: null,
    description: 'When the first attempt began of those that have failed since the last success. null: none has.',
  })
  failing_since!: string | null;

  @InstantField({ nullable: true, example: null, description: 'When it was paused. null: it is not.' })
  paused_at!: string | null;
}

@ApiSchema({ name: 'WebhookEndpoint', description: 'A URL that is told of events of the whole workspace.' })
export class EndpointDto {
  @UuidField({ description: 'Given by the service.' })
  endpoint_id!: string;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    example: 'https://hooks.example.com/events',
    description: 'Where its messages are sent to.',
  })
  url!: string;

  @OneOfList(EVENT_TYPE, { ...TYPES, example: ['call.ended', 'call.lost'], description: 'What it is told.' })
  event_types!: EndpointEventType[];

  @Text({
    min: 0,
    max: MAX_DESCRIPTION,
    multiline: true,
    nullable: true,
    example: 'The CRM',
    description: 'A note for people. null: none.',
  })
  description!: string | null;

  @Nested(() => EndpointHealthDto)
  health!: EndpointHealthDto;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Counts the changes of url, event_types and description; in quotes it is the ETag.',
    example: 1,
  })
  version!: number;

  @InstantField({ description: 'When it was created.' })
  created_at!: string;

  @InstantField({ description: 'When a setting was last changed; at first when it was created.' })
  updated_at!: string;
}

/** Refused by the compiler where what is presented and EndpointDto differ. */
export type PresentedEndpoint = PresentedAs<EndpointDto, ReturnType<typeof presentEndpoint>>;

@ApiSchema({ name: 'WebhookEndpointResponse', description: 'One endpoint.' })
export class EndpointAnswer extends OkAnswer {
  @Nested(() => EndpointDto)
  webhook_endpoint!: EndpointDto;
}

@ApiSchema({ name: 'WebhookEndpointCreatedResponse', description: 'A new endpoint, with its signing secret.' })
export class EndpointCreatedAnswer extends EndpointAnswer {
  @Text({ ...SECRET, nullable: true, description: SECRET_SHOWN })
  secret!: string | null;
}

@ApiSchema({ name: 'WebhookEndpointsResponse', description: 'All endpoints of a workspace.' })
export class EndpointsAnswer extends OkAnswer {
  @ListOf(() => EndpointDto, { min: 0, max: MAX_ENDPOINTS, description: 'In the order of their creation.' })
  webhook_endpoints!: EndpointDto[];
}

@ApiSchema({ name: 'WebhookEndpointDeletedResponse', description: 'An endpoint that is no more.' })
export class EndpointDeletedAnswer extends DeletedAnswer {
  @UuidField({ description: 'Of the endpoint that was deleted.' })
  endpoint_id!: string;
}

/** Refused by the compiler where what a decision answers and its DTO differ. */
export type PresentedAnswers = [
  PresentedAs<EndpointAnswer, AnsweredBy<typeof createEndpoint>>,
  PresentedAs<EndpointAnswer, AnsweredBy<typeof changeEndpoint>>,
  PresentedAs<EndpointDeletedAnswer, AnsweredBy<typeof deleteEndpoint>>,
];
