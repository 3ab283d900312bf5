import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { dispatchNext } from '../domain/queue/dispatch.js';
import { Promotion } from '../workers/promotion.js';
import { DispatchNext } from './dispatch-next.command.js';

@CommandHandler(DispatchNext)
export class DispatchNextHandler implements ICommandHandler<DispatchNext> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly promotion: Promotion,
  ) {}

  async execute({ call, limit }: DispatchNext): Promise<CommandResult> {
    const callIds = Array.from({ length: limit }, () => this.ids.next());
    const decide = () => this.decider.execute(call.command(dispatchNext(callIds)));
    const result = await this.promotion.before(call.workspaceId, decide);
    this.promotion.soon(call.workspaceId);
    return result;
  }
}
