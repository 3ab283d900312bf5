import type { Collection, DomainEvent, EventSchema, Instant, Recorded, RecordedEvent, Row } from '#kernel';
import type { RefusalsOfRows } from './refused-rows.js';

// docs/adr/0066-an-import-is-worked-off-while-its-file-arrives.md

/**
 * What the rows of a file are. contacts: they are made or changed, and added to the list of the import if it has one.
 * members: existing contacts are added to its list. removals: contacts are taken off its list, or off all lists.
 */
export const IMPORT_KINDS = ['contacts', 'members', 'removals'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** open: rows are taken. finished: the whole file is done. cancelled: no further row is taken, what is done stays. */
export const IMPORT_STATES = ['open', 'finished', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What became of rows: how many of each. */
export interface RowCounts {
  /** Contacts that are new. */
  readonly created: number;
  /** Contacts of which something was changed. */
  readonly updated: number;
  /** Rows that changed nothing: the contact is as the row says, is on the list already, or is not on it. */
  readonly unchanged: number;
  readonly members_added: number;
  /** Contacts that were taken off at least one list. */
  readonly members_removed: number;
  readonly refused: number;
}

export const NO_ROWS: RowCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  members_added: 0,
  members_removed: 0,
  refused: 0,
};

/** An import begins: it waits for the rows of its file. */
export type ImportCreated = DomainEvent<
  'ImportCreated',
  {
    readonly import_id: string;
    readonly kind: ImportKind;
    readonly smart_list_id: string | null;
    readonly name: string | null;
  }
>;

/** The next rows of a file are done; what they changed is in the same append. */
export type ImportAdvanced = DomainEvent<
  'ImportAdvanced',
  {
    readonly import_id: string;
    /** The number of the last row that is done. */
    readonly up_to_row: number;
    /** Of the file up to this row: the same rows have the same (`libs/imports/reading`). */
    readonly check: number;
    /** Of the rows since the last event. */
    readonly counts: RowCounts;
    readonly refused: RefusalsOfRows;
  }
>;

/** The whole file is done. The event repeats what became of its rows, for those who are told of it. */
export type ImportFinished = DomainEvent<
  'ImportFinished',
  {
    readonly import_id: string;
    readonly kind: ImportKind;
    readonly smart_list_id: string | null;
    readonly name: string | null;
    readonly rows: number;
    readonly counts: RowCounts;
  }
>;

/** No further row is taken. What is done stays. */
export type ImportCancelled = DomainEvent<'ImportCancelled', { readonly import_id: string }>;

export type ImportEvent = ImportCreated | ImportAdvanced | ImportFinished | ImportCancelled;

export const IMPORT_SCHEMAS: readonly EventSchema[] = [
  { type: 'ImportCreated', version: 1 },
  { type: 'ImportAdvanced', version: 1 },
  { type: 'ImportFinished', version: 1 },
  { type: 'ImportCancelled', version: 1 },
];

/** An import of a workspace. */
export interface ImportRow extends Row {
  readonly workspace_id: string;
  readonly import_id: string;
  readonly kind: ImportKind;
  readonly smart_list_id: string | null;
  readonly name: string | null;
  readonly state: ImportState;
  /** 1 while rows are taken. */
  readonly open: 0 | 1;
  /** Revision of its creation: the order of imports. */
  readonly number: number;
  /** The number of the last row that is done; 0: none. */
  readonly up_to_row: number;
  /** Of the file up to this row; null: no row is done. */
  readonly check: number | null;
  readonly counts: RowCounts;
  readonly created_at: Instant;
  /** When rows were last done; at first when it was created. */
  readonly updated_at: Instant;
  /** When it was finished or cancelled; null: it is open. */
  readonly ended_at: Instant | null;
}

/** `live`: the open ones, which the head holds. `by_number`: all in their order. `by_state`: those of a state. */
export const IMPORTS: Collection<ImportRow> = {
  name: 'imports',
  key: ['workspace_id', 'import_id'],
  indexes: [
    { name: 'live', fields: ['workspace_id', 'open', 'number'] },
    { name: 'by_number', fields: ['workspace_id', 'number'] },
    { name: 'by_state', fields: ['workspace_id', 'state', 'number'] },
  ],
};

/** Open imports of a workspace (docs/reference/http-contract.md#imports): the head holds them all. */
export const MAX_OPEN_IMPORTS = 20;

/** Whether an event is one of an import. */
export function isImportEvent(event: RecordedEvent): event is Recorded<ImportEvent> {
  return IMPORT_SCHEMAS.some(({ type }) => type === event.type);
}

/** The import after an event of its own. */
export function evolveImport(row: ImportRow | undefined, event: Recorded<ImportEvent>): ImportRow | undefined {
  const { revision } = event;
  const { occurred_at: at, workspace_id } = event.metadata;
  switch (event.type) {
    case 'ImportCreated': {
      const begun = { up_to_row: 0, check: null, counts: NO_ROWS, created_at: at, updated_at: at, ended_at: null };
      return { workspace_id, ...event.data, state: 'open', open: 1, number: revision, ...begun, revision };
    }
    case 'ImportAdvanced': {
      const { up_to_row, check, counts } = event.data;
      return row && { ...row, up_to_row, check, counts: sumOf(row.counts, counts), updated_at: at, revision };
    }
    case 'ImportFinished':
      return row && { ...row, state: 'finished', open: 0, updated_at: at, ended_at: at, revision };
    case 'ImportCancelled':
      return row && { ...row, state: 'cancelled', open: 0, updated_at: at, ended_at: at, revision };
    default:
      return event satisfies never;
  }
}

function sumOf(a: RowCounts, b: RowCounts): RowCounts {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    members_added: a.members_added + b.members_added,
    members_removed: a.members_removed + b.members_removed,
    refused: a.refused + b.refused,
  };
}
