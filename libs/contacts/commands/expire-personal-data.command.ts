import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CALLS } from '#dialing/domain';
import type { CommandContext, Decide } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { personalDataExpired, requireWorkspace } from '#workspaces/domain';

/** Ends the personal data that a workspace keeps no longer; sent by the RetentionWorker. */
export class ExpirePersonalData extends Command<CommandResult> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

/** The decision of {@link ExpirePersonalData}: an event where another day has ended. */
export const decideExpiry: Decide = (view) => {
  const begun = [...view.resident(CALLS).values()].map(({ dispatched_at }) => dispatched_at);
  const openSince = begun.reduce<string | undefined>(
    (oldest, at) => (oldest === undefined || at < oldest ? at : oldest),
    undefined,
  );
  const event = personalDataExpired(requireWorkspace(view), view.now, openSince);
  return { events: event ? [event] : [], answer: () => ({ status: 200, body: { ok: true } }) };
};

@CommandHandler(ExpirePersonalData)
export class ExpirePersonalDataHandler implements ICommandHandler<ExpirePersonalData> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'execute'>) {}

  execute({ context }: ExpirePersonalData): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideExpiry });
  }
}
