import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChangeSmartListHandler } from './commands/change-smart-list.command.js';
import { CloneSmartListHandler } from './commands/clone-smart-list.command.js';
import { CreateSmartListHandler } from './commands/create-smart-list.command.js';
import { DeleteSmartListHandler } from './commands/delete-smart-list.command.js';
import { SmartListsController } from './http/smart-lists.controller.js';
import { ResetSmartListHandler } from './commands/reset-smart-list.command.js';
import { DryRunChangeHandler } from './queries/dry-run-change.query.js';
import { GetSmartListHandler } from './queries/get-smart-list.query.js';
import { ListSmartListsHandler } from './queries/list-smart-lists.query.js';

/** Smart lists over HTTP. The app provides COMMAND_DECIDER, READ_MODEL, ID_SOURCE and DUE_QUEUE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [SmartListsController],
  providers: [
    CreateSmartListHandler,
    ChangeSmartListHandler,
    CloneSmartListHandler,
    DeleteSmartListHandler,
    ResetSmartListHandler,
    DryRunChangeHandler,
    GetSmartListHandler,
    ListSmartListsHandler,
  ],
})
export class SmartListsModule {}
