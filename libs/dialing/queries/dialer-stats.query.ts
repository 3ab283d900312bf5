import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommandContext, JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { dialerStats } from '../domain/stats/dialer-stats.js';

/** GET /dialer/stats: the body of the answer. */
export class GetDialerStats extends Query<JsonObject> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

/** Reads rows and head, so that all numbers are of one instant. */
@QueryHandler(GetDialerStats)
export class GetDialerStatsHandler implements IQueryHandler<GetDialerStats> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  async execute({ context }: GetDialerStats): Promise<JsonObject> {
    const { answer } = await this.decider.execute({ ...context, decide: dialerStats() });
    return answer.body;
  }
}
