import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DomainError, type IndexValue, invalidField } from '#kernel';
import { READ_MODEL, type ReadModel, walk } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { searchableNames, WORKSPACES } from '#workspaces/domain';
import { ATTRIBUTE_INDEXING } from '../domain/attribute-indexing.js';
import { type AttributeFilter, hasAttribute } from '../domain/attribute-terms.js';
import type { ContactRow } from '../domain/contact.js';
import { detailsOf } from '../domain/contact-details.js';
import { nameKey } from '../domain/name-key.js';
import type { ContactFilters } from './contact-filters.js';
import { ContactSources } from './contact-sources.js';
import { presentContacts, type ShownContact } from './present-contacts.js';

/** A page of contacts, and the position of the next page; undefined at the end. */
export interface ContactsPage {
  readonly contacts: readonly ShownContact[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /contacts. A filtered page may have fewer contacts than fit, and a next page. */
export class ListContacts extends Query<ContactsPage> {
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
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /**
   * @throws DomainError `validation_failed`: the attribute is not searchable in the workspace; `unavailable`: the rows
   *   do not have the workspace yet
   */
  async execute(query: ListContacts): Promise<ContactsPage> {
    const { workspaceId, filters } = query;
    const isIndexed = filters.attribute !== undefined && (await this.isIndexed(workspaceId, filters.attribute));
    const source = new ContactSources(this.readModel, workspaceId, { ...filters, isIndexed }).find();
    const { rows, next } = await walk(source, query, async (candidates) =>
      candidates.flatMap((row) => (fits(row.contact, filters) ? [{ row }] : [])),
    );
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[workspaceId]]);
    // The process that has made a key accepts it before there are rows of its workspace.
    if (!workspace) throw new DomainError('unavailable', 'The read model does not have this workspace yet.');
    const found = rows.map(({ row }) => row.contact);
    return { contacts: await presentContacts(this.readModel, this.decider, workspace, found), next };
  }

  /** Whether every contact is found by an attribute; else they have to be judged one by one. */
  private async isIndexed(workspaceId: string, { name }: AttributeFilter): Promise<boolean> {
    const [row] = await this.readModel.getMany(ATTRIBUTE_INDEXING, [[workspaceId]]);
    if (!row?.slots.includes(name)) throw notSearchable(name, searchableNames(row?.slots ?? []));
    // A store without transactions may show that all is done before the last terms.
    return row.done === 1 && row.revision <= (await this.readModel.projectedRevision(workspaceId));
  }
}

function notSearchable(name: string, searchable: readonly string[]) {
  const known = searchable.length === 0 ? 'there are none' : `they are ${searchable.join(', ')}`;
  const detail = `Must name one of the searchable_attributes of the workspace, not ${name}: ${known}.`;
  return invalidField('validation_failed', '/attribute', 'not_searchable', detail);
}

function fits(row: ContactRow, filters: ContactFilters): boolean {
  const { phone, externalId, namePrefix, attribute, from, to } = filters;
  return (
    (phone === undefined || row.phone === phone || row.further_phones.some((each) => each.phone === phone)) &&
    (externalId === undefined || row.external_id === externalId) &&
    (namePrefix === undefined || row.name_key.startsWith(nameKey(namePrefix))) &&
    (attribute === undefined || hasAttribute(detailsOf(row).attributes, attribute)) &&
    (from === undefined || row.created_at >= from) &&
    (to === undefined || row.created_at <= to)
  );
}
