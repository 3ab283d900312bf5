import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CONTACTS, presentContact } from '../domain/index.js';
import { type ContactsPage, ListContacts } from './list-contacts.query.js';

@QueryHandler(ListContacts)
export class ListContactsHandler implements IQueryHandler<ListContacts> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, phone, size, after }: ListContacts): Promise<ContactsPage> {
    // Both indexes end in the contact number; one row more than the page holds says whether there is a next one.
    const found = await this.readModel.page(CONTACTS, {
      ...(phone === undefined
        ? { index: 'by_number', prefix: [workspaceId, 1] }
        : { index: 'by_phone', prefix: [workspaceId, 1, phone] }),
      ...(after && { after }),
      limit: size + 1,
    });
    const contacts = found.slice(0, size);
    return {
      contacts: contacts.map(presentContact),
      next: found.length > size ? [contacts.at(-1)!.number] : undefined,
    };
  }
}
