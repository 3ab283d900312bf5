import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChangeOutcomeHandler } from './commands/change-outcome.command.js';
import { CreateOutcomeHandler } from './commands/create-outcome.command.js';
import { DeleteOutcomeHandler } from './commands/delete-outcome.command.js';
import { OutcomeContexts } from './commands/outcome-context.js';
import { OutcomesController } from './http/outcomes.controller.js';
import { GetOutcomeHandler } from './queries/get-outcome.query.js';
import { ListOutcomesHandler } from './queries/list-outcomes.query.js';
import { OutcomeReads } from './queries/outcome-reads.js';

/**
 * Phone-system outcomes. The app provides globally COMMAND_DECIDER, READ_MODEL, ROW_CHANGES, ID_SOURCE, RANDOMNESS,
 * SECRET_BOX and ALLOWED_ADDRESSES.
 */
@Module({
  imports: [CqrsModule],
  controllers: [OutcomesController],
  providers: [
    CreateOutcomeHandler,
    ChangeOutcomeHandler,
    DeleteOutcomeHandler,
    GetOutcomeHandler,
    ListOutcomesHandler,
    OutcomeContexts,
    OutcomeReads,
  ],
})
export class OutcomesModule {}
