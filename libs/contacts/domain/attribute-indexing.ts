import type { AwaitedRow, Collection, Decide, DomainEvent, Recorded, RecordedEvent, Row, WorkspaceView } from '#kernel';
import type { AttributeSlots, SearchableAttributesChanged } from '#workspaces/domain';
import { type AttributeIndexingAdvanced, attributesIndexed, attributeTerms } from './attribute-terms.js';
import { type ContactRow, CONTACTS } from './contact.js';
import { type Attributes, ATTRIBUTE_SLOTS, detailsOf } from './contact-details.js';
import { CONTACT_TERMS } from './contact-terms.js';

/**
 * Whether the contacts of a workspace are found by its searchable attributes: on the to-do list while those from before
 * the last change are being indexed, done after that.
 */
export interface AttributeIndexingRow extends Row {
  readonly workspace_id: string;
  /** The names of the searchable attributes by their slots. */
  readonly slots: AttributeSlots;
  /** Contacts up to this number are finished; -1 at the start. */
  readonly up_to_number: number;
  readonly done: 0 | 1;
  /** The event that changed the attributes, its revision, and the request behind it. */
  readonly event_id: string;
  readonly since: number;
  readonly correlation_id: string;
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
  const { id, revision, metadata } = event;
  switch (event.type) {
    case 'SearchableAttributesChanged':
      return {
        workspace_id: metadata.workspace_id,
        slots: event.data.slots,
        up_to_number: -1,
        done: 0,
        event_id: id,
        since: revision,
        correlation_id: metadata.correlation_id,
        revision,
      };
    case 'AttributeIndexingAdvanced': {
      const { up_to_number, done } = event.data;
      return row && { ...row, up_to_number, done: done ? 1 : 0, revision };
    }
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
    const { contacts, upTo, isLast } = contactsBehind(view, job);
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

function contactsBehind(view: WorkspaceView, { slots, up_to_number, since }: AttributeIndexingRow) {
  const { workspaceId } = view;
  const options = { after: [up_to_number], limit: LOOKED_AT };
  const { rows, next } = view.scan(CONTACTS, 'by_number', [workspaceId, 1], options);
  const older = rows.filter(({ number }) => number <= since);
  const terms = view.rows(
    CONTACT_TERMS,
    older.flatMap(({ contact_id }) => ATTRIBUTE_SLOTS.map((slot) => [workspaceId, contact_id, slot])),
  );
  const contacts = older.map((contact, at): JudgedContact => {
    const { attributes } = detailsOf(contact);
    const wanted = attributeTerms(attributes, slots);
    const isIndexed = ATTRIBUTE_SLOTS.every((slot, n) => {
      const row = terms[at * ATTRIBUTE_SLOTS.length + n];
      return (row?.live === 1 ? row.term : '') === (wanted.get(slot) ?? '');
    });
    return { contact, attributes, isIndexed };
  });
  // Every row that the index returned may be gone by events that the rows do not have: the next chunk continues behind
  // them all the same.
  const upTo = Number(next?.[0] ?? older.at(-1)?.number ?? up_to_number);
  return { contacts, upTo, isLast: next === undefined || older.length < rows.length };
}
