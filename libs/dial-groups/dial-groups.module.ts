import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ChangeDialGroupHandler } from './commands/change-dial-group.command.js';
import { CreateDialGroupHandler } from './commands/create-dial-group.command.js';
import { DeleteDialGroupHandler } from './commands/delete-dial-group.command.js';
import { DialGroupsController } from './http/dial-groups.controller.js';
import { GetDialGroupHandler } from './queries/get-dial-group.query.js';
import { ListDialGroupsHandler } from './queries/list-dial-groups.query.js';

/** Dial groups over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and ID_SOURCE globally. */
@Module({
  imports: [CqrsModule],
  controllers: [DialGroupsController],
  providers: [
    CreateDialGroupHandler,
    ChangeDialGroupHandler,
    DeleteDialGroupHandler,
    GetDialGroupHandler,
    ListDialGroupsHandler,
  ],
})
export class DialGroupsModule {}
