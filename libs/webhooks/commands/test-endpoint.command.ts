import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { testEndpoint } from '../domain/index.js';

/** POST /webhook-endpoints/{endpointId}/test. */
export class TestEndpoint extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly endpointId: string,
  ) {
    super();
  }
}

@CommandHandler(TestEndpoint)
export class TestEndpointHandler implements ICommandHandler<TestEndpoint> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ context, endpointId }: TestEndpoint): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: testEndpoint(endpointId, this.ids.next()) });
  }
}
