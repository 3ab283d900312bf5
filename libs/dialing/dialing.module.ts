import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DUE_QUEUE } from '#smart-lists/domain';
import { ApplyOutcomeHandler } from './commands/apply-outcome.command.js';
import { DispatchNextHandler } from './commands/dispatch-next.command.js';
import { ChangeCallHandler } from './commands/change-call.command.js';
import { DrainedScopes } from './domain/queue/drained-scopes.js';
import { EndCallHandler } from './commands/end-call.command.js';
import { ExpireCallHandler } from './commands/expire-call.command.js';
import { ExtendLeaseHandler } from './commands/extend-lease.command.js';
import { PauseDialingHandler } from './commands/pause-dialing.command.js';
import { RegisterCallHandler } from './commands/register-call.command.js';
import { TellDueCallbacksHandler } from './commands/tell-due-callbacks.command.js';
import { CallsController } from './http/calls.controller.js';
import { DialerController } from './http/dialer.controller.js';
import { GetDialerStatsHandler } from './queries/dialer-stats.query.js';
import { GetDialingHandler } from './queries/get-dialing.query.js';
import { ExplainMemberHandler } from './queries/explain-member.query.js';
import { GetCallHandler } from './queries/get-call.query.js';
import { ListCallsHandler } from './queries/list-calls.query.js';
import { PreviewNextHandler } from './queries/preview-next.query.js';
import { Promotion } from './workers/promotion.js';
import { TimeZoneTrouble } from './workers/time-zone-trouble.js';

/**
 * Dialing over HTTP. The app provides COMMAND_DECIDER, READ_MODEL, READ_MODEL_CACHE_WRITER, PAGE_READER, CLOCK,
 * ID_SOURCE, TIMERS and TIME_ZONE_DATA globally; it runs the CallTimerWorker and the DueCallbackWorker in processes
 * that run workers, and hands DUE_QUEUE on.
 */
@Module({
  imports: [CqrsModule],
  controllers: [CallsController, DialerController],
  providers: [
    RegisterCallHandler,
    ExtendLeaseHandler,
    ChangeCallHandler,
    EndCallHandler,
    ExpireCallHandler,
    TellDueCallbacksHandler,
    ApplyOutcomeHandler,
    GetCallHandler,
    ListCallsHandler,
    DispatchNextHandler,
    PreviewNextHandler,
    PauseDialingHandler,
    GetDialingHandler,
    GetDialerStatsHandler,
    ExplainMemberHandler,
    Promotion,
    TimeZoneTrouble,
    DrainedScopes,
    { provide: DUE_QUEUE, useExisting: Promotion },
  ],
  exports: [DUE_QUEUE, TimeZoneTrouble],
})
export class DialingModule {}
