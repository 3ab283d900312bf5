import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { capOfContact, reindexing } from '#dialing/domain';
import { changeContact } from '../domain/change-contact.js';
import { checkGiven, type GivenContact } from '../domain/given-contact.js';

/** PATCH /contacts/{contactId}. */
export class ChangeContact extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly contactId: string,
    readonly given: GivenContact,
  ) {
    super();
  }
}

@CommandHandler(ChangeContact)
export class ChangeContactHandler implements ICommandHandler<ChangeContact> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  /** @throws DomainError `validation_failed`, and as {@link changeContact} */
  async execute({ context, contactId, given }: ChangeContact): Promise<CommandResult> {
    checkGiven(given, '');
    return this.decider.execute({ ...context, decide: reindexing(changeContact(contactId, given, capOfContact)) });
  }
}
