import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CONTACTS } from '../domain/contact.js';
import { presentContact } from '../domain/present-contact.js';

/** A page of contacts, and the position of the next page; undefined at the end. */
export interface ContactsPage {
  readonly contacts: readonly ReturnType<typeof presentContact>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /contacts, in the order in which they were first imported. */
export class ListContacts extends Query<ContactsPage> {
  constructor(
    readonly workspaceId: string,
    /** Only contacts with this phone. */
    readonly phone: string | undefined,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListContacts)
export class ListContactsHandler implements IQueryHandler<ListContacts> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, phone, size, after }: ListContacts): Promise<ContactsPage> {
    // Both indexes end in the contact number; one row more than the page holds tells whether there is a next page.
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
