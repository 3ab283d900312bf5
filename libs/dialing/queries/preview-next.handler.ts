import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { previewNext } from '../domain/queue/dispatch.js';
import { Promotion } from '../workers/promotion.js';
import { PreviewNext } from './preview-next.query.js';

/** Asks as a dispatch does, of rows and head: so it sees what a dispatch would see. */
@QueryHandler(PreviewNext)
export class PreviewNextHandler implements IQueryHandler<PreviewNext> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly promotion: Promotion,
  ) {}

  async execute({ call, limit }: PreviewNext): Promise<JsonObject> {
    const decide = () => this.decider.execute(call.command(previewNext(limit)));
    const { answer } = await this.promotion.before(call.workspaceId, decide);
    return answer.body;
  }
}
