import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { reindexing } from '#dialing/domain';
import { checkGiven } from '../domain/given-contact.js';
import { type ContactItem, importContacts, type ImportedContact } from '../domain/import-contacts.js';
import { recordedImport } from './recorded-import.js';

/** POST /contacts/batch. */
export class ImportContacts extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly items: readonly ContactItem[],
    /** An item that is refused changes nothing, and refuses no other item. */
    readonly partial = false,
  ) {
    super();
  }
}

@CommandHandler(ImportContacts)
export class ImportContactsHandler implements ICommandHandler<ImportContacts> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  /** @throws DomainError `validation_failed`, and as {@link importContacts} */
  async execute({ context, items, partial }: ImportContacts): Promise<CommandResult> {
    items.forEach((item, index) => checkGiven(item, `/contacts/${index}`));
    // Ids are made before the decision: run again, it must name the same contacts.
    const contacts = items.map((item) => this.withId(item));
    const decide = reindexing(importContacts(contacts, { partial }));
    return this.decider.execute({ ...context, recordedBody: recordedImport(items), decide });
  }

  private withId({ contact_id, ...given }: ContactItem): ImportedContact {
    return { contactId: contact_id ?? this.ids.next(), isMade: contact_id === undefined, ...given };
  }
}
