import { Body, Controller, Inject } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { type AnswerOf, Endpoint, InstantField, OkAnswer } from '#http';
import type { Instant } from '#kernel';
import { TestClock } from './test-clock.js';

@ApiSchema({ name: 'SetClock', description: 'Where the clock is put.' })
export class PutClockBody {
  @InstantField({
    nullable: true,
    example: '2025-06-01T09:30:00.000Z',
    description: 'Where the clock stands from now on; null lets it run in real time.',
  })
  now!: Instant | null;
}

@ApiSchema({ name: 'ClockResponse', description: 'The clock, once what is due by then was done.' })
export class ClockAnswer extends OkAnswer {
  @InstantField({ description: 'What the clock says.' })
  now!: Instant;
}

/** The clock of a process that was started with TEST_CLOCK=1 (docs/reference/http-contract.md#admin-routes). */
@Controller()
export class ClockController {
  constructor(@Inject(TestClock) private readonly clock: TestClock) {}

  @Endpoint({
    method: 'PUT',
    path: '/admin/clock',
    admin: true,
    summary: 'Put the clock somewhere',
    description:
      'Only with TEST_CLOCK=1. Answered once every lease and wrap-up time that is over by then has ended its call, every attempt of a webhook that is due by then has begun, and the members that are placed anew, by changed settings or limits, are in their places. Everything that is stored or compared follows it; time limits of connections and rate limits do not. An ' +
      'earlier instant is allowed, but a workspace never dates an event before its last one: better make a new workspace then. ' +
      'A restart lets the clock run again.',
    success: { status: 200, type: ClockAnswer },
  })
  async setClock(@Body() { now }: PutClockBody): Promise<AnswerOf<ClockAnswer>> {
    return { ok: true, now: await this.clock.put(now === null ? null : Date.parse(now)) };
  }
}
