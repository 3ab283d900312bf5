import { DomainError, type IndexValue, type Instant, invalidField } from '#kernel';
import { type FoundPage, mostRead, type PageRead, type ReadModel, walkBy } from '#read-model';
import { searchableNames, WORKSPACES } from '#workspaces/domain';
import { ATTRIBUTE_INDEXING } from '../domain/attribute-indexing.js';
import { type AttributeFilter, hasAttribute } from '../domain/attribute-terms.js';
import type { ContactRow } from '../domain/contact.js';
import { detailsOf } from '../domain/contact-details.js';
import { nameKey } from '../domain/name-key.js';
import type { ContactFilters } from '../queries/contact-filters.js';
import { ContactSources, isByPhone } from '../queries/contact-sources.js';
import { presentContacts, type ShownContact } from '../queries/present-contacts.js';

export interface ContactsPageInput {
  readonly workspaceId: string;
  readonly filters: ContactFilters;
  readonly size: number;
  readonly after: readonly IndexValue[] | undefined;
  /** The instant of the read, from before it. */
  readonly at: Instant;
}

/** A page of contacts. With filters it may have fewer contacts than fit, and a next page. */
export const CONTACTS_PAGE: PageRead<ContactsPageInput, ShownContact> = {
  name: 'contacts',
  largest: ({ filters, size }) => {
    // An external id is of one contact, and a phone of few.
    if (filters.externalId !== undefined || isByPhone(filters)) return 1;
    const { sort: _sort, isDescending: _isDescending, ...given } = filters;
    return mostRead(size, given);
  },
  find: findContacts,
};

/**
 * @throws DomainError `validation_failed`: the attribute is not searchable in the workspace; `unavailable`: the rows do
 *   not have the workspace yet
 */
async function findContacts(readModel: ReadModel, input: ContactsPageInput): Promise<FoundPage<ShownContact>> {
  const { workspaceId, filters, at } = input;
  const { attribute } = filters;
  const isFollowed = attribute !== undefined && (await isIndexed(readModel, workspaceId, attribute));
  const source = new ContactSources(readModel, workspaceId, { ...filters, isIndexed: isFollowed }).find();
  const { rows, next } = await walkBy(source, input, ({ contact }) => fits(contact, filters));
  const [workspace] = await readModel.getMany(WORKSPACES, [[workspaceId]]);
  // The process that has made a key accepts it before there are rows of its workspace.
  if (!workspace) throw new DomainError('unavailable', 'The read model does not have this workspace yet.');
  const found = rows.map(({ contact }) => contact);
  return { items: await presentContacts(readModel, workspace, found, async () => at), next };
}

/** Whether every contact is found by an attribute; else they have to be judged one by one. */
async function isIndexed(readModel: ReadModel, workspaceId: string, { name }: AttributeFilter): Promise<boolean> {
  const [row] = await readModel.getMany(ATTRIBUTE_INDEXING, [[workspaceId]]);
  if (!row?.slots.includes(name)) throw notSearchable(name, searchableNames(row?.slots ?? []));
  // A store without transactions may show that all is done before the last terms.
  return row.done === 1 && row.revision <= (await readModel.projectedRevision(workspaceId));
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
