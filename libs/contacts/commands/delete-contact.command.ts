import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext, Decide } from '#kernel';
import { endMembershipsOfContact } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { deleteContact } from '../domain/delete-contact.js';

/** DELETE /contacts/{contactId}. */
export class DeleteContact extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
  ) {
    super();
  }
}

/** The decision of {@link DeleteContact}: the end of the contact and of all its memberships. */
export function decideDelete(contactId: string) {
  return ((view) => {
    const deleted = deleteContact(view, contactId);
    const ended = endMembershipsOfContact(view, contactId);
    const body = { ok: true, contact_id: contactId, deleted: true } as const;
    return { events: ended ? [deleted, ended] : [deleted], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

@CommandHandler(DeleteContact)
export class DeleteContactHandler implements ICommandHandler<DeleteContact> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute({ context, contactId }: DeleteContact): Promise<CommandResult> {
    return this.decider.execute({ ...context, decide: decideDelete(contactId) });
  }
}
