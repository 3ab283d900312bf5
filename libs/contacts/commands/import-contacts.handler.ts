import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ID_SOURCE, type IdSource } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { importContacts, type ImportedContact } from '../domain/index.js';
import { type ContactItem, ImportContacts } from './import-contacts.command.js';
import { recordedImport } from './recorded-import.js';

@CommandHandler(ImportContacts)
export class ImportContactsHandler implements ICommandHandler<ImportContacts> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  execute({ call, items }: ImportContacts): Promise<CommandResult> {
    // Ids are made before the decision: run again, it must come to the same contacts.
    const contacts = items.map((item) => this.withId(item));
    return this.decider.execute({ ...call.command(importContacts(contacts)), recordedBody: recordedImport(items) });
  }

  private withId({ contact_id, phone, name }: ContactItem): ImportedContact {
    return { contactId: contact_id ?? this.ids.next(), phone, ...(name !== undefined && { name }) };
  }
}
