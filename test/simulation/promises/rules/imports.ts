import type { EventOf, ModelEvent } from '../model/events.js';
import type { Import } from '../model/imports.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, different, type Rule, type Write } from './rule.js';

/** Open imports of a workspace (docs/reference/http-contract.md#imports). */
const MAX_OPEN = 20;

/**
 * An import takes rows from its creation to its end, each of them once, and counts what stands beside it in the same
 * append. Its end says what became of all of them.
 */
export const importsGoForward: Rule = (before, event, write) => {
  switch (event.type) {
    case 'ImportCreated': {
      const { import_id, kind, smart_list_id } = event.data;
      return [
        ...broken(before.imports.get(import_id) !== undefined, event, () => 'another import has had this id'),
        ...broken(before.imports.open().length >= MAX_OPEN, event, () => `${MAX_OPEN} imports are open`),
        ...broken(kind === 'members' && smart_list_id === null, event, () => 'members are added to no list'),
        ...ofList(before, event, smart_list_id),
      ];
    }
    case 'ImportAdvanced': {
      const known = before.imports.get(event.data.import_id);
      if (known?.state !== 'open') return ofEnded(event, known);
      return [...ofList(before, event, known.settings.smart_list_id), ...ofRows(event, known, write)];
    }
    case 'ImportFinished': {
      const known = before.imports.get(event.data.import_id);
      if (known?.state !== 'open') return ofEnded(event, known);
      const expected = { ...known.settings, rows: known.upTo, counts: known.counts };
      return different(event, 'its import', sorted(event.data), sorted(expected));
    }
    case 'ImportCancelled': {
      const known = before.imports.get(event.data.import_id);
      return known?.state === 'open' ? [] : ofEnded(event, known);
    }
    default:
      return [];
  }
};

const ofEnded = (event: ModelEvent, known: Import | undefined): readonly string[] =>
  broken(true, event, () => (known ? `the import is ${known.state}` : 'the import does not exist'));

const ofList = (before: WorkspaceModel, event: ModelEvent, listId: string | null): readonly string[] =>
  broken(listId !== null && !before.list(listId), event, () => `list ${listId} does not exist`);

function ofRows(event: EventOf<'ImportAdvanced'>, known: Import, { events }: Write): readonly string[] {
  const { up_to_row, counts, refused } = event.data;
  const { kind, smart_list_id: listId } = known.settings;
  const rows = up_to_row - known.upTo;
  const done = { ...changesOf(events), refused: refused.rows.length };
  const { created, updated, members_added, members_removed } = done;
  const changing = { contacts: created + updated, members: members_added, removals: members_removed }[kind];
  const unchanged = rows - done.refused - changing;
  const numbers = refused.rows.map(([row]) => row);
  const isOutside = numbers.some((row, at) => row <= (numbers[at - 1] ?? known.upTo) || row > up_to_row);
  const lists = [...new Set(events.flatMap(listsOf))];
  return [
    ...broken(rows < 1, event, () => `the import has been up to row ${known.upTo}`),
    ...broken(unchanged < 0, event, () => `${rows} rows did ${JSON.stringify(done)}`),
    ...different(event, 'what became of the rows', sorted(counts), sorted({ ...done, unchanged })),
    ...broken(isOutside, event, () => `rows ${numbers.join()} are not among those from ${known.upTo + 1}`),
    ...broken(listId !== null && lists.some((id) => id !== listId), event, () => `lists ${lists.join()} are changed`),
    ...broken(kind === 'contacts' && listId === null && lists.length > 0, event, () => 'it is of no list'),
    ...broken(kind !== 'contacts' && created + updated > 0, event, () => 'it changes contacts'),
    ...broken(kind !== 'removals' && members_removed > 0, event, () => 'it takes members off lists'),
    ...broken(kind === 'removals' && members_added > 0, event, () => 'it adds members to lists'),
  ];
}

/** What the events of an append did: contacts and memberships, how many of each. */
function changesOf(events: readonly ModelEvent[]) {
  const made = events.flatMap((event) => (event.type === 'ContactImported' ? [event.data.contact_id] : []));
  const changed = events.flatMap((event) =>
    event.type === 'ContactChanged' || event.type === 'ContactDetailsChanged' ? [event.data.contact_id] : [],
  );
  const removed = events.flatMap((event) => (event.type === 'MemberRemoved' ? event.data.contacts : []));
  return {
    created: made.length,
    updated: new Set(changed.filter((id) => !made.includes(id))).size,
    members_added: events.filter(({ type }) => type === 'MemberAdded').length,
    members_removed: removed.length,
  };
}

function listsOf(event: ModelEvent): readonly string[] {
  if (event.type === 'MemberAdded') return [event.data.smart_list_id];
  return event.type === 'MemberRemoved' ? event.data.lists : [];
}

/** The same fields in the order of their names: values are compared as JSON. */
function sorted(value: object): object {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, each]: [string, unknown]) => [
      name,
      typeof each === 'object' && each !== null ? sorted(each) : each,
    ]),
  );
}
