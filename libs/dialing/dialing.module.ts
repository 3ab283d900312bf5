import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  ApplyOutcomeHandler,
  EndCallHandler,
  ExtendLeaseHandler,
  RegisterCallHandler,
} from './commands/calls.handlers.js';
import { CallsController } from './http/calls.controller.js';
import { GetCallHandler } from './queries/get-call.handler.js';

/** Calls over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally; it runs the CallTimerWorker where workers run. */
@Module({
  imports: [CqrsModule],
  controllers: [CallsController],
  providers: [RegisterCallHandler, ExtendLeaseHandler, EndCallHandler, ApplyOutcomeHandler, GetCallHandler],
})
export class DialingModule {}
