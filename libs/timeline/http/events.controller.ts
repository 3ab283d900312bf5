import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { notFound } from '#kernel';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext } from '#http';
import { GetEvent } from '../queries/get-event.query.js';
import { ListEvents } from '../queries/list-events.query.js';
import { EventAnswer, EventsAnswer, EventsFilter } from './event.dto.js';
import { refuseBackwards, subjectOf } from './subject-of.js';

/** What happened in a workspace (docs/reference/http-contract.md#event). */
@Controller()
export class EventsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint({
    method: 'GET',
    path: '/events',
    readsRows: false,
    scope: 'events:read',
    summary: 'Follow the events',
    description:
      'In the order of the log. The token of a page, also of the last one, gets what happened after it: each event once. `Events-Lag` says how many are still missing.',
    success: { status: 200, type: EventsAnswer, headers: ['Events-Lag'] },
  })
  async listEvents(
    @Context() context: RequestContext,
    @Page(EventsFilter) page: PageRequest<EventsFilter>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<EventsAnswer>> {
    const { size, after, filters } = page;
    refuseBackwards(filters);
    const { type, from, to } = filters;
    const asked = { subject: subjectOf(filters), type, from, to };
    const found = await this.queries.execute(new ListEvents(context.workspaceId, asked, size, after));
    reply.header('Events-Lag', found.lag);
    const { events, caughtUp: caught_up, next } = found;
    return { ok: true, events, caught_up, next_page_token: page.next(next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/events/:eventId',
    readsRows: false,
    scope: 'events:read',
    summary: 'Read an event',
    description: 'Found as soon as GET /events shows it.',
    success: { status: 200, type: EventAnswer, headers: ['Events-Lag'] },
    errors: ['not_found'],
  })
  async getEvent(
    @Context() context: RequestContext,
    @IdParam('eventId') eventId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<EventAnswer>> {
    const { event, lag } = await this.queries.execute(new GetEvent(context.workspaceId, eventId));
    if (!event) throw notFound('event');
    reply.header('Events-Lag', lag);
    return { ok: true, event };
  }
}
