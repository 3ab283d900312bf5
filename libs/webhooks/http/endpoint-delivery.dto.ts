import { ApiSchema } from '@nestjs/swagger';
import {
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
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  ENDPOINT_MESSAGE_TYPES,
  type EndpointMessageType,
  MAX_ATTEMPTS,
  MAX_WEBHOOK_URL,
  type presentEndpointDelivery,
  WEBHOOK_URL_PATTERN,
} from '../domain/index.js';
import type { EndpointDeliveryFilters } from '../pages/endpoint-deliveries-page.js';
import { AttemptDto } from './delivery.dto.js';

const STATUS = namedEnum('DeliveryStatus', DELIVERY_STATUSES);
const TYPE = namedEnum(
  'EndpointMessageType',
  ENDPOINT_MESSAGE_TYPES,
  'What a message to an endpoint tells: one of its event_types, that a contact was erased, or that it is tried out. Later versions may send others.',
);
const ORDERS = ['newest_first', 'oldest_first'] as const;
const ORDER = namedEnum('DeliveryOrder', ORDERS, 'In which order deliveries are listed: by when they were requested.');

/** Filters of GET /webhook-endpoints/{endpointId}/deliveries: a delivery fits if it fits all of them. */
export class EndpointDeliveriesFilter {
  @OneOf(STATUS, { optional: true, description: 'Only deliveries of this status. Left out: all.' })
  status?: DeliveryStatus;

  @OneOf(TYPE, { optional: true, description: 'Only messages of this type.' })
  type?: EndpointMessageType;

  @UuidField({ optional: true, description: 'Only messages about this call.' })
  call_id?: string;

  @UuidField({ optional: true, description: 'Only messages about this contact.' })
  contact_id?: string;

  @InstantField({ optional: true, description: 'Only deliveries that were requested then or later.' })
  from?: string;

  @InstantField({ optional: true, description: 'Only deliveries that were requested then or earlier.' })
  to?: string;

  @OneOf(ORDER, { optional: true, default: 'newest_first', description: 'The newest first, or the oldest.' })
  order?: (typeof ORDERS)[number];
}

/** The filters of a query. */
export function filtersOf(filter: EndpointDeliveriesFilter): EndpointDeliveryFilters {
  const { status, type, call_id: callId, contact_id: contactId, from, to } = filter;
  return { status, type, callId, contactId, from, to };
}

/** Whether deliveries are listed from the newest on. */
export function isNewestFirst({ order }: EndpointDeliveriesFilter): boolean {
  return order !== 'oldest_first';
}

@ApiSchema({ name: 'EndpointDelivery', description: 'A message to an endpoint, and what became of it so far.' })
export class EndpointDeliveryDto {
  @UuidField({ description: 'As the receiver sees it: `webhook-id` and `X-Service-Delivery-Id`.' })
  delivery_id!: string;

  @UuidField({ description: 'The endpoint that it is sent to.' })
  endpoint_id!: string;

  @OneOf(TYPE, { example: 'call.ended' })
  type!: EndpointMessageType;

  @UuidField({ nullable: true, description: 'The call that it is about. null: it is about none.' })
  call_id!: string | null;

  @UuidField({
    nullable: true,
    description: 'Whom it is about: its message ends with this contact. null: it has nothing personal.',
  })
  contact_id!: string | null;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    example: 'https://hooks.example.com/events',
    description: 'Where it is sent to: the URL of the endpoint when it was requested.',
  })
  url!: string;

  @OneOf(STATUS)
  status!: DeliveryStatus;

  @InstantField({ description: 'When it was requested: moments after its event.' })
  created_at!: string;

  @InstantField({ nullable: true, description: 'When it is tried next. null: there will be no further attempt.' })
  next_attempt_at!: string | null;

  @UuidField({
    nullable: true,
    example: null,
    description: 'The delivery that this one repeats. null: it is the first of its message.',
  })
  redelivery_of!: string | null;

  @ListOf(() => AttemptDto, { min: 0, max: MAX_ATTEMPTS, description: 'In their order.' })
  attempts!: AttemptDto[];

  @InstantField({
    nullable: true,
    example: null,
    description: 'When the message and the answers to it were erased, with the contact. null: they were not.',
  })
  erased_at!: string | null;
}

/** Refused by the compiler where what is presented and EndpointDeliveryDto differ. */
export type PresentedEndpointDelivery = PresentedAs<EndpointDeliveryDto, ReturnType<typeof presentEndpointDelivery>>;

@ApiSchema({ name: 'EndpointDeliveriesResponse', description: 'A page of deliveries to an endpoint.' })
export class EndpointDeliveriesAnswer extends PageAnswer {
  @ListOf(() => EndpointDeliveryDto, { min: 0, max: 200, description: 'In the order that was asked for.' })
  deliveries!: EndpointDeliveryDto[];
}

@ApiSchema({ name: 'EndpointDeliveryResponse', description: 'One delivery to an endpoint.' })
export class EndpointDeliveryAnswer extends OkAnswer {
  @Nested(() => EndpointDeliveryDto)
  delivery!: EndpointDeliveryDto;
}
