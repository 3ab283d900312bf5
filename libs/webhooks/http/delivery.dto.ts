import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, InstantField, ListOf, Nested, OneOf, Text, UuidField } from '#http';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/index.js';

const OUTCOME_ID = '0198f4b2-9e30-7c5d-9f60-718293a4b5c6';

/** Filters of GET /webhook-deliveries. */
export class DeliveriesFilter {
  @OneOf(DELIVERY_STATUSES, { optional: true, description: 'Left out: all.' })
  status?: DeliveryStatus;

  @UuidField({ optional: true, example: OUTCOME_ID, description: 'Only those that this outcome sent.' })
  outcome_id?: string;
}

/** One attempt of a delivery. */
export class AttemptDto {
  @InstantField({ description: 'When it began.' })
  at!: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the response; null: there was none.', example: 503 })
  status!: number | null;

  @ApiProperty({ type: 'integer', minimum: 0, example: 41 })
  duration_ms!: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Where it was sent to.', example: '203.0.113.7' })
  resolved_ip!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Its beginning, at most 4 KiB.', example: 'busy' })
  response_body!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What went wrong on the way, with the stage it went wrong at; null: the receiver answered.',
    example: null,
  })
  error!: string | null;
}

/** A webhook on its way to its receiver. */
export class DeliveryDto {
  @UuidField()
  delivery_id!: string;

  @UuidField({ example: OUTCOME_ID })
  outcome_id!: string;

  @UuidField()
  call_id!: string;

  @Text({ min: 1, max: 2_048, example: 'https://hooks.example.com/outcome' })
  webhook_url!: string;

  @OneOf(DELIVERY_STATUSES, {
    example: 'retrying',
    description: 'exhausted: ten attempts were in vain. cancelled: the receiver answered 410.',
  })
  status!: DeliveryStatus;

  @InstantField()
  created_at!: string;

  @InstantField({ nullable: true, description: 'null: there will be none.' })
  next_attempt_at!: string | null;

  @UuidField({ nullable: true, example: null, description: 'The delivery that this one repeats.' })
  redelivery_of!: string | null;

  @ListOf(() => AttemptDto, { min: 0, max: Infinity })
  attempts!: AttemptDto[];
}

export class DeliveriesAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @ListOf(() => DeliveryDto, { min: 0, max: Infinity })
  deliveries!: DeliveryDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'null: there is nothing more.', example: null })
  next_page_token!: string | null;
}

export class DeliveryAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @Nested(() => DeliveryDto)
  delivery!: DeliveryDto;
}

export class RedeliveryAnswer {
  @BooleanField({ example: true })
  ok!: true;

  @UuidField({ description: 'Of the new delivery.' })
  delivery_id!: string;
}
