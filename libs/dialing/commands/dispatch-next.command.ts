import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import type { CallDetails } from '../domain/calls/call-details.js';
import { dispatchNext } from '../domain/queue/dispatch.js';
import { DrainedScopes } from '../domain/queue/drained-scopes.js';
import type { ScopeWanted } from '../domain/queue/scope.js';
import { TIME_ZONE_DATA } from '../domain/queue/time-zone-data.js';
import { Promotion } from '../workers/promotion.js';
import { TimeZoneTrouble } from '../workers/time-zone-trouble.js';

/** POST /dialer/next. */
export class DispatchNext extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    /** Largest number of calls to begin. */
    readonly limit: number,
    /** Of each call that is begun. */
    readonly details: Partial<CallDetails>,
    /** What is dialed. */
    readonly scope: ScopeWanted,
  ) {
    super();
  }
}

@CommandHandler(DispatchNext)
export class DispatchNextHandler implements ICommandHandler<DispatchNext> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly promotion: Promotion,
    private readonly zones: TimeZoneTrouble,
    @Inject(TIME_ZONE_DATA) private readonly zoneData: string,
    private readonly drained: DrainedScopes,
  ) {}

  async execute({ context, limit, details, scope }: DispatchNext): Promise<CommandResult> {
    const callIds = Array.from({ length: limit }, () => this.ids.next());
    const { zoneData, drained } = this;
    const asked = { details, wanted: scope, zoneData, drained };
    const decide = () => this.decider.execute({ ...context, decide: dispatchNext(callIds, asked) });
    const result = await this.zones.watch(this.promotion.before(context.workspaceId, decide));
    this.promotion.soon(context.workspaceId);
    return result;
  }
}
