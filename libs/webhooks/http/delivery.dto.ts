import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
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
import type { presentDelivery } from '../domain/present-delivery.js';
import type { redeliver } from '../domain/redeliver.js';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  MAX_ATTEMPTS,
  MAX_WEBHOOK_URL,
  OUTCOME_MESSAGE_TYPES,
  type OutcomeMessageType,
  WEBHOOK_URL_PATTERN,
} from '../domain/index.js';

const OUTCOME_ID = '0198f4b2-9e30-7c5d-9f60-718293a4b5c6';
const STATUS = namedEnum(
  'DeliveryStatus',
  DELIVERY_STATUSES,
  `What became of a delivery so far. pending: not tried yet. delivered: the receiver has it. retrying: tried in vain, to be tried again. exhausted: all ${MAX_ATTEMPTS} attempts were in vain. cancelled: the receiver answered 410, the contact was erased, or an operator has skipped it.`,
);
const TYPE = namedEnum(
  'WebhookEventType',
  OUTCOME_MESSAGE_TYPES,
  'What a webhook tells. outcome.applied: an action was applied to a call. contact.erased: a contact was erased. Later versions may send others.',
);

/** Filters of GET /webhook-deliveries. */
export class DeliveriesFilter {
  @OneOf(STATUS, { optional: true, description: 'Only deliveries of this status. Left out: all.' })
  status?: DeliveryStatus;

  @UuidField({
    optional: true,
    example: OUTCOME_ID,
    description: 'Only deliveries of this outcome, repeated ones too.',
  })
  outcome_id?: string;
}

@ApiSchema({ name: 'DeliveryAttempt', description: 'One attempt to deliver a webhook.' })
export class AttemptDto {
  @InstantField({ description: 'When it began.' })
  at!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Of the answer; only 200 to 299 is success. null: there was none.',
    example: 503,
  })
  status!: number | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Milliseconds until the answer was read, or it was given up.',
    example: 41,
  })
  duration_ms!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The address it was sent to. null: it did not come to that, or it is refused.',
    example: '203.0.113.7',
  })
  resolved_ip!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'The beginning of the body of the answer, at most 4 KiB. null: there was no whole answer, or it was erased.',
    example: 'busy',
  })
  response_body!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'What went wrong on the way, after the stage it went wrong at: resolve, guard, connect, tls, send, headers or body. An address that is not public is refused without being named. null: the receiver answered.',
    example: null,
  })
  error!: string | null;
}

@ApiSchema({ name: 'Delivery', description: 'A webhook, and what became of it so far.' })
export class DeliveryDto {
  @UuidField({ description: 'As the receiver sees it: `webhook-id` and `X-Service-Delivery-Id`.' })
  delivery_id!: string;

  @OneOf(TYPE)
  type!: OutcomeMessageType;

  @UuidField({
    description:
      'The action that was applied. Of contact.erased: the last one that this URL was told of, with the contact.',
  })
  outcome_id!: string;

  @UuidField({ description: 'The call that it was applied to.' })
  call_id!: string;

  @Text({
    min: 1,
    max: MAX_WEBHOOK_URL,
    pattern: WEBHOOK_URL_PATTERN,
    example: 'https://hooks.example.com/outcome',
    description: 'Where it is sent to: the URL of the outcome when it was applied.',
  })
  webhook_url!: string;

  @OneOf(STATUS)
  status!: DeliveryStatus;

  @InstantField({
    description: 'When it was requested: the outcome was applied, the contact erased, or the delivery repeated.',
  })
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

/** Refused by the compiler where what is presented and DeliveryDto differ. */
export type PresentedDelivery = PresentedAs<DeliveryDto, ReturnType<typeof presentDelivery>>;

@ApiSchema({ name: 'DeliveryPage', description: 'A page of deliveries.' })
export class DeliveriesAnswer extends PageAnswer {
  @ListOf(() => DeliveryDto, { min: 0, max: Infinity, description: 'In the order in which they were requested.' })
  deliveries!: DeliveryDto[];
}

@ApiSchema({ name: 'DeliveryResponse', description: 'One delivery.' })
export class DeliveryAnswer extends OkAnswer {
  @Nested(() => DeliveryDto)
  delivery!: DeliveryDto;
}

@ApiSchema({ name: 'RedeliveryResponse', description: 'The delivery that repeats another one.' })
export class RedeliveryAnswer extends OkAnswer {
  @UuidField({ description: 'Of the new delivery, not of the repeated one.' })
  delivery_id!: string;
}

/** Refused by the compiler where what a request is answered with and RedeliveryAnswer differ. */
export type PresentedRedelivery = PresentedAs<RedeliveryAnswer, AnsweredBy<typeof redeliver>>;
