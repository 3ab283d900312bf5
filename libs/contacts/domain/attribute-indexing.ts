import type { AwaitedRow, Collection, Decide, DomainEvent, Recorded, RecordedEvent, WorkspaceView } from '#kernel';
import type { AttributeSlots, SearchableAttributesChanged } from '#workspaces/domain';
import { type AttributeIndexingAdvanced, attributesIndexed, attributeTerms } from './attribute-terms.js';
import type { ContactRow } from './contact.js';
import { type Attributes, ATTRIBUTE_SLOTS, detailsOf } from './contact-details.js';
import { CONTACT_TERMS } from './contact-terms.js';
import { type ContactWalk, contactsBehind, walkAfter, walkBegunBy } from './contact-walk.js';

/**
 * Whether the contacts of a workspace are found by its searchable attributes: on the to-do list while those from before
 * the last change are being indexed, done after that.
 */
export interface AttributeIndexingRow extends ContactWalk {
  /** The names of the searchable attributes by their slots. */
  readonly slots: AttributeSlots;
}

export const ATTRIBUTE_INDEXING: Collection<AttributeIndexingRow> = {
  name: 'attribute_indexing',
  key: ['workspace_id'],
  indexes: [{ name: 'pending', fields: ['done', 'workspace_id'] }],
};

type IndexingEvent = SearchableAttributesChanged | AttributeIndexingAdvanced;

/** Whether an event begins the indexing of contacts, or continues it. */
export function isIndexingEvent(event: RecordedEvent): event is Recorded<IndexingEvent> {
  return event.type === 'SearchableAttributesChanged' || event.type === 'AttributeIndexingAdvanced';
}

/** The row of a workspace after an event of its own. */
export function evolveAttributeIndexing(
  row: AttributeIndexingRow | undefined,
  event: Recorded<IndexingEvent>,
): AttributeIndexingRow | undefined {
  switch (event.type) {
    case 'SearchableAttributesChanged':
      return { ...walkBegunBy(event), slots: event.data.slots };
    case 'AttributeIndexingAdvanced':
      return row && walkAfter(row, event);
    default:
      return event satisfies never;
  }
}

/** The row that the answer to a change of searchable attributes waits for: until every contact is indexed. */
export function indexedAfter(workspaceId: string, events: readonly DomainEvent[]): readonly AwaitedRow[] {
  if (!events.some(({ type }) => type === 'SearchableAttributesChanged')) return [];
  const isDone: AwaitedRow['isDone'] = (row) => (row as AttributeIndexingRow | undefined)?.done !== 0;
  return [{ collection: ATTRIBUTE_INDEXING, key: [workspaceId], isDone }];
}

/** Contacts judged in one chunk, with {@link ATTRIBUTE_SLOTS} terms of each: 3,000 rows. */
const LOOKED_AT = 500;

/**
 * Contacts indexed in one chunk: with 4,096 bytes of attributes each, a third more once they are sealed, their events
 * stay below the 1 MiB of an append.
 */
export const INDEXING_CHUNK = 100;

/**
 * The next chunk of the indexing of a workspace: terms of contacts from before the last change of searchable attributes
 * that do not follow it, in the order of contact numbers, and the progress, also where no term changed. Later contacts
 * are indexed by their own events. No event if all are done. The answer's body says `done`.
 */
export function advanceAttributeIndexing(): Decide {
  return (view) => {
    const answer = (done: boolean) => () => ({ status: 200, body: { ok: true, done } });
    const [job] = view.rows(ATTRIBUTE_INDEXING, [[view.workspaceId]]);
    if (!job || job.done === 1) return { events: [], answer: answer(true) };
    const { contacts: behind, upTo, isLast } = contactsBehind(view, job, LOOKED_AT);
    const contacts = judged(view, behind, job.slots);
    const changed = contacts.filter(({ isIndexed }) => !isIndexed);
    const next = changed[INDEXING_CHUNK];
    const chunk = changed.slice(0, INDEXING_CHUNK);
    const events = chunk.map(({ contact, attributes }) => attributesIndexed(contact, attributes, job.slots));
    const done = isLast && next === undefined;
    const data = { up_to_number: next ? chunk.at(-1)!.contact.number : upTo, done };
    const advanced: AttributeIndexingAdvanced = { type: 'AttributeIndexingAdvanced', data };
    return { events: [...events, advanced], answer: answer(done) };
  };
}

interface JudgedContact {
  readonly contact: ContactRow;
  readonly attributes: Attributes;
  /** Its terms follow the searchable attributes. */
  readonly isIndexed: boolean;
}

function judged(view: WorkspaceView, contacts: readonly ContactRow[], slots: AttributeSlots): readonly JudgedContact[] {
  const terms = view.rows(
    CONTACT_TERMS,
    contacts.flatMap(({ contact_id }) => ATTRIBUTE_SLOTS.map((slot) => [view.workspaceId, contact_id, slot])),
  );
  return contacts.map((contact, at) => {
    const { attributes } = detailsOf(contact);
    const wanted = attributeTerms(attributes, slots);
    const isIndexed = ATTRIBUTE_SLOTS.every((slot, n) => {
      const row = terms[at * ATTRIBUTE_SLOTS.length + n];
      return (row?.live === 1 ? row.term : '') === (wanted.get(slot) ?? '');
    });
    return { contact, attributes, isIndexed };
  });
}
