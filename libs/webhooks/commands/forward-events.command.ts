import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { type FedEvents, forwardEvents } from '../domain/index.js';

/** The next events of a workspace's feed become deliveries; sent by the EventFeedWorker. */
export class ForwardEvents extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly fed: FedEvents,
    /** One for each delivery that an append may have. */
    readonly deliveryIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(ForwardEvents)
export class ForwardEventsHandler implements ICommandHandler<ForwardEvents> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context, fed, deliveryIds }: ForwardEvents): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: forwardEvents(fed, deliveryIds) });
  }
}
