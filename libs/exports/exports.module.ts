import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { TIMERS, type Timers } from '#kernel';
import { READ_MODEL, type ReadModel, sleepBy } from '#read-model';
import { EVENT_LOG, EVENTS_INDEX } from '#timeline';
import { COMMAND_DECIDER } from '#workspace-head';
import { ExportsController } from './http/exports.controller.js';
import { RunningExports } from './http/running-exports.js';
import { ExportCallsHandler } from './queries/export-calls.query.js';
import { ExportContactsHandler } from './queries/export-contacts.query.js';
import { ExportMembersHandler } from './queries/export-members.query.js';
import { ExportRefusedRowsHandler } from './queries/export-refused-rows.query.js';
import type { ExportPorts } from './queries/rows-as-of.js';
import { EXPORT_PORTS } from './tokens.js';

/** Parsing 200 rows takes the HTTP thread about 3 ms, for which other requests wait. */
const ROWS_A_READ = 200;

const portsOf = (
  readModel: ReadModel,
  index: ExportPorts['index'],
  log: ExportPorts['log'],
  decider: ExportPorts['decider'],
  timers: Timers,
): ExportPorts => ({ readModel, index, log, decider, sleep: sleepBy(timers), rowsARead: ROWS_A_READ });

/** Exports over HTTP. The app provides READ_MODEL, EVENTS_INDEX, EVENT_LOG, COMMAND_DECIDER and TIMERS globally. */
@Module({
  imports: [CqrsModule],
  controllers: [ExportsController],
  providers: [
    {
      provide: EXPORT_PORTS,
      useFactory: portsOf,
      inject: [READ_MODEL, EVENTS_INDEX, EVENT_LOG, COMMAND_DECIDER, TIMERS],
    },
    RunningExports,
    ExportContactsHandler,
    ExportMembersHandler,
    ExportCallsHandler,
    ExportRefusedRowsHandler,
  ],
})
export class ExportsModule {}
