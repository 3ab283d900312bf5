import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { PAGE_READER, type PageReader, type PrintedPage } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { CONTACTS_PAGE } from '../pages/contacts-page.js';
import type { ContactFilters } from './contact-filters.js';
import type { ShownContact } from './present-contacts.js';

/** GET /contacts, as {@link CONTACTS_PAGE} finds them. */
export class ListContacts extends Query<PrintedPage<ShownContact>> {
  constructor(
    readonly workspaceId: string,
    readonly filters: ContactFilters,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListContacts)
export class ListContactsHandler implements IQueryHandler<ListContacts> {
  constructor(
    @Inject(PAGE_READER) private readonly pages: PageReader,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `validation_failed`: the attribute is not searchable in the workspace; `unavailable` */
  async execute({ workspaceId, filters, size, after }: ListContacts): Promise<PrintedPage<ShownContact>> {
    const at = await this.decider.now(workspaceId);
    return this.pages.read(CONTACTS_PAGE, { workspaceId, filters, size, after, at });
  }
}
