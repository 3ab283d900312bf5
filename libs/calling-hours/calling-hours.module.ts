import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChangeCallingHoursHandler } from './commands/change-calling-hours.command.js';
import { CreateCallingHoursHandler } from './commands/create-calling-hours.command.js';
import { DeleteCallingHoursHandler } from './commands/delete-calling-hours.command.js';
import { CallingHoursController } from './http/calling-hours.controller.js';
import { GetCallingHoursHandler } from './queries/get-calling-hours.query.js';
import { ListCallingHoursHandler } from './queries/list-calling-hours.query.js';

/** Calling hours over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [CallingHoursController],
  providers: [
    CreateCallingHoursHandler,
    ChangeCallingHoursHandler,
    DeleteCallingHoursHandler,
    GetCallingHoursHandler,
    ListCallingHoursHandler,
  ],
})
export class CallingHoursModule {}
