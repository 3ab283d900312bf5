import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommandContext, JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { readDialing } from '../domain/queue/pause.js';

/** GET /dialer: the body of the answer. */
export class GetDialing extends Query<JsonObject> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

@QueryHandler(GetDialing)
export class GetDialingHandler implements IQueryHandler<GetDialing> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ context }: GetDialing): Promise<JsonObject> {
    const { answer } = await this.decider.execute({ ...context, decide: readDialing() });
    return answer.body;
  }
}
