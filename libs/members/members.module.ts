import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddMembersHandler } from './commands/add-members.command.js';
import { AdvanceSweepHandler } from './commands/advance-sweep.command.js';
import { RemoveEverywhereHandler } from './commands/remove-everywhere.command.js';
import { RemoveMembersHandler } from './commands/remove-members.command.js';
import { MembersController } from './http/members.controller.js';
import { ListMembersHandler } from './queries/list-members.query.js';

/**
 * Memberships over HTTP. The app provides COMMAND_DECIDER and READ_MODEL globally; it runs the SweepWorker in processes
 * that run workers.
 */
@Module({
  imports: [CqrsModule],
  controllers: [MembersController],
  providers: [
    AddMembersHandler,
    RemoveMembersHandler,
    RemoveEverywhereHandler,
    AdvanceSweepHandler,
    ListMembersHandler,
  ],
})
export class MembersModule {}
