import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddMembersHandler, RemoveEverywhereHandler, RemoveMembersHandler } from './commands/members.handlers.js';
import { MembersController } from './http/members.controller.js';
import { ListMembersHandler } from './queries/list-members.handler.js';

/** Memberships over HTTP. The app provides COMMAND_DECIDER and READ_MODEL globally; it runs the SweepWorker where workers run. */
@Module({
  imports: [CqrsModule],
  controllers: [MembersController],
  providers: [AddMembersHandler, RemoveMembersHandler, RemoveEverywhereHandler, ListMembersHandler],
})
export class MembersModule {}
