import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EnterNumbersHandler } from './commands/enter-numbers.command.js';
import { RemoveNumbersHandler } from './commands/remove-numbers.command.js';
import { DoNotCallController } from './http/do-not-call.controller.js';
import { GetEntryHandler } from './queries/get-entry.query.js';
import { ListEntriesHandler } from './queries/list-entries.query.js';

/** The do-not-call register. The app provides globally COMMAND_DECIDER, READ_MODEL, PAGE_READER and RANDOMNESS. */
@Module({
  imports: [CqrsModule],
  controllers: [DoNotCallController],
  providers: [EnterNumbersHandler, RemoveNumbersHandler, GetEntryHandler, ListEntriesHandler],
})
export class DoNotCallModule {}
