import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CommandContext, ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { type ContactItem, importContacts, type ImportedContact } from '../domain/import-contacts.js';
import { recordedImport } from './recorded-import.js';

/** POST /contacts/batch. */
export class ImportContacts extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly items: readonly ContactItem[],
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

  execute({ context, items }: ImportContacts): Promise<CommandResult> {
    // Ids are made before the decision: run again, it must name the same contacts.
    const contacts = items.map((item) => this.withId(item));
    return this.decider.execute({ ...context, recordedBody: recordedImport(items), decide: importContacts(contacts) });
  }

  private withId({ contact_id, phone, name }: ContactItem): ImportedContact {
    return { contactId: contact_id ?? this.ids.next(), phone, ...(name !== undefined && { name }) };
  }
}
