import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { ofOneGeneration, READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { DELIVERIES, redeliver } from '../domain/index.js';
import { Redeliver } from './redeliver.command.js';

@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  /** Deliveries are no rows of decisions, but what is sent again of one was settled when it was requested. */
  async execute({ call, deliveryId }: Redeliver): Promise<CommandResult> {
    const { readModel } = this;
    const [original] = await ofOneGeneration(readModel.generations, () =>
      readModel.getMany(DELIVERIES, [[call.workspaceId, deliveryId]]),
    );
    return this.decider.execute(call.command(redeliver(original, this.ids.next())));
  }
}
