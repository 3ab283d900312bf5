import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommandContext, JsonObject } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { previewNext } from '../domain/queue/dispatch.js';
import { DrainedScopes } from '../domain/queue/drained-scopes.js';
import type { ScopeWanted } from '../domain/queue/scope.js';
import { TIME_ZONE_DATA } from '../domain/queue/time-zone-data.js';
import { Promotion } from '../workers/promotion.js';
import { TimeZoneTrouble } from '../workers/time-zone-trouble.js';

/** GET /dialer/preview: the body of the answer. */
export class PreviewNext extends Query<JsonObject> {
  constructor(
    readonly context: CommandContext,
    readonly limit: number,
    /** What is dialed. */
    readonly scope: ScopeWanted,
  ) {
    super();
  }
}

/** Reads rows and head, so that it sees what a dispatch would see. */
@QueryHandler(PreviewNext)
export class PreviewNextHandler implements IQueryHandler<PreviewNext> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    private readonly promotion: Promotion,
    private readonly zones: TimeZoneTrouble,
    @Inject(TIME_ZONE_DATA) private readonly zoneData: string,
    private readonly drained: DrainedScopes,
  ) {}

  async execute({ context, limit, scope }: PreviewNext): Promise<JsonObject> {
    const { zoneData, drained } = this;
    const asked = { wanted: scope, zoneData, drained };
    const decide = () => this.decider.execute({ ...context, decide: previewNext(limit, asked) });
    const { answer } = await this.zones.watch(this.promotion.before(context.workspaceId, decide));
    return answer.body;
  }
}
