import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddMembersHandler } from './commands/add-members.command.js';
import { AdvanceSweepHandler } from './commands/advance-sweep.command.js';
import { RemoveEverywhereHandler } from './commands/remove-everywhere.command.js';
import { RemoveMembersHandler } from './commands/remove-members.command.js';
import { ChangeMemberHandler } from './commands/change-member.command.js';
import { ResetMembersHandler } from './commands/reset-members.command.js';
import { MembersController } from './http/members.controller.js';
import { ProgressController } from './http/progress.controller.js';
import { GetListProgressHandler } from './queries/get-list-progress.query.js';
import { GetMemberHandler } from './queries/get-member.query.js';
import { ListMembersHandler } from './queries/list-members.query.js';
import { ListMembershipsHandler } from './queries/list-memberships.query.js';

/**
 * Memberships over HTTP. The app provides COMMAND_DECIDER, READ_MODEL and PAGE_READER globally; it runs the SweepWorker
 * in processes that run workers.
 */
@Module({
  imports: [CqrsModule],
  controllers: [MembersController, ProgressController],
  providers: [
    AddMembersHandler,
    RemoveMembersHandler,
    ChangeMemberHandler,
    ResetMembersHandler,
    RemoveEverywhereHandler,
    AdvanceSweepHandler,
    ListMembersHandler,
    GetListProgressHandler,
    GetMemberHandler,
    ListMembershipsHandler,
  ],
})
export class MembersModule {}
