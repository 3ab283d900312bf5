import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { ofOneGeneration, READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { DELIVERIES } from '../domain/delivery-rows.js';
import { redeliver } from '../domain/redeliver.js';

/** POST /webhook-deliveries/{deliveryId}/redeliver. */
export class Redeliver extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly deliveryId: string,
  ) {
    super();
  }
}

@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  /**
   * No decision reads deliveries. What a redelivery repeats changes only by an erasure, which the decision reads for
   * itself, so the row as read is enough.
   */
  async execute({ context, deliveryId }: Redeliver): Promise<CommandResult> {
    const { readModel } = this;
    const [original] = await ofOneGeneration(readModel.generations, () =>
      readModel.getMany(DELIVERIES, [[context.workspaceId, deliveryId]]),
    );
    return this.decider.execute({ ...context, decide: redeliver(original, this.ids.next()) });
  }
}
