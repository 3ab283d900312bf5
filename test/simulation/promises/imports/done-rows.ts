import { isDeepStrictEqual } from 'node:util';
import { byExternalId } from '../model/contact-details.js';
import type { EventOf, ImportSettings, ModelEvent } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { doneContacts, type DoneRows } from './done-contacts.js';
import type { Given, SentRow } from './sent-file.js';

/**
 * Whether the events of an append are what some rows of a file come to, each by itself and one after the other.
 * @param model before the first of the events
 * @param events the last of which is ImportAdvanced
 * @returns the first difference; undefined: they are
 */
export function differenceOfRows(
  model: WorkspaceModel,
  { kind, smart_list_id: listId }: ImportSettings,
  rows: readonly SentRow[],
  events: readonly ModelEvent[],
): string | undefined {
  const done = kind === 'contacts' ? doneContacts(model, rows, events) : named(model, rows);
  if (typeof done === 'string') return done;
  const ids = [...new Set(done.ids)];
  const { refused } = (events.at(-1) as EventOf<'ImportAdvanced'>).data;
  const told = refused.rows.map(([row, line]) => `${row} on line ${line}`);
  return (
    differenceOf(
      'the refused rows',
      told,
      done.refused.map(({ row, line }) => `${row} on line ${line}`),
    ) ?? differenceOf('the members', movedBy(events), expectedMoves(model, kind, listId, ids))
  );
}

/** How rows of members and removals name contacts that exist. */
function named(model: WorkspaceModel, rows: readonly SentRow[]): DoneRows {
  const ids: string[] = [];
  const refused: SentRow[] = [];
  for (const row of rows) {
    const id = row.given && contactNamed(model, row.given);
    if (id === undefined) refused.push(row);
    else ids.push(id);
  }
  return { ids, refused };
}

function contactNamed(model: WorkspaceModel, { contact_id, phone, external_id }: Given): string | undefined {
  if (contact_id !== undefined) return model.contact(contact_id)?.id;
  if (phone !== undefined) return model.contactByPhone(phone)?.id;
  return byExternalId(model.contacts.values(), external_id!)?.id;
}

function expectedMoves(
  model: WorkspaceModel,
  kind: ImportSettings['kind'],
  listId: string | null,
  ids: readonly string[],
): readonly string[] {
  if (kind === 'removals') {
    const lists = (id: string): readonly string[] =>
      model.membershipsOf(id).flatMap((member) => (model.list(member.listId) ? [member.listId] : []));
    return ids.flatMap((id) =>
      lists(id).flatMap((list) => (listId === null || list === listId ? [`${id} leaves ${list}`] : [])),
    );
  }
  if (listId === null) return [];
  return ids.filter((id) => !model.isMember(listId, id)).map((id) => `${id} joins ${listId}`);
}

function movedBy(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'MemberAdded') return [`${event.data.contact_id} joins ${event.data.smart_list_id}`];
    if (event.type !== 'MemberRemoved') return [];
    const { contacts, lists } = event.data;
    return contacts.flatMap((each) => each.lists.map((place) => `${each.contact_id} leaves ${lists[place]}`));
  });
}

function differenceOf(what: string, found: readonly string[], expected: readonly string[]): string | undefined {
  if (isDeepStrictEqual([...found].sort(), [...expected].sort())) return undefined;
  return `${what} are [${found.join()}], and should be [${expected.join()}]`;
}
