import { ApiSchema } from '@nestjs/swagger';
import type { AnsweredBy } from '#kernel';
import { InstantField, Integer, OkAnswer, type PresentedAs, UuidField } from '#http';
import { type recoverDeliveries, RECOVERED_AT_ONCE, type testEndpoint } from '../domain/index.js';

@ApiSchema({ name: 'EndpointTestResponse', description: 'A message that tries an endpoint out is requested.' })
export class EndpointTestAnswer extends OkAnswer {
  @UuidField({ description: 'Of its delivery, which tells what became of it.' })
  delivery_id!: string;
}

@ApiSchema({ name: 'RecoverDeliveries', description: 'Which deliveries are to be sent again.' })
export class RecoverDeliveriesBody {
  @UuidField({ description: 'The endpoint that they were for.' })
  endpoint_id!: string;

  @InstantField({
    example: '2026-11-21T10:15:00.000Z',
    description: 'Only deliveries that were requested then or later.',
  })
  since!: string;

  @UuidField({
    optional: true,
    nullable: true,
    example: null,
    description: 'The `next_after` of the request before. null, or left out, of the first one.',
  })
  after?: string | null;
}

@ApiSchema({ name: 'RecoveredDeliveriesResponse', description: 'How much is sent again.' })
export class RecoveredAnswer extends OkAnswer {
  @Integer({
    min: 0,
    max: RECOVERED_AT_ONCE,
    example: 12,
    description: 'Deliveries that were requested anew. Those whose message has ended are left out.',
  })
  recovered!: number;

  @UuidField({
    nullable: true,
    example: null,
    description: 'For the next request, as `after`: there is more. null: there is not.',
  })
  next_after!: string | null;
}

/** Refused by the compiler where what a request is answered with and its DTO differ. */
export type PresentedUses = [
  PresentedAs<EndpointTestAnswer, AnsweredBy<typeof testEndpoint>>,
  PresentedAs<RecoveredAnswer, AnsweredBy<typeof recoverDeliveries>>,
];
