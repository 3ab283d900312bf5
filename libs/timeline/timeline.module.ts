import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EventsController } from './http/events.controller.js';
import { GetEventHandler } from './queries/get-event.query.js';
import { ListEventsHandler } from './queries/list-events.query.js';

/** Events over HTTP. The app provides EVENTS_INDEX, EVENT_LOG and READ_MODEL globally. */
@Module({
  imports: [CqrsModule],
  controllers: [EventsController],
  providers: [ListEventsHandler, GetEventHandler],
})
export class TimelineModule {}
