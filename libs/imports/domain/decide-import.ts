import { type Decide, DomainError, invalidField, keyText, notFound, type WorkspaceView } from '#kernel';
import { activeList, requireList } from '#smart-lists/domain';
import {
  type ImportAdvanced,
  type ImportCancelled,
  type ImportCreated,
  type ImportFinished,
  type ImportKind,
  type ImportRow,
  IMPORTS,
  MAX_OPEN_IMPORTS,
  NO_ROWS,
  type RowCounts,
} from './import.js';
import { presentImport } from './present-import.js';
import { recordedRefusals, type RefusedRow, type RowRefusal } from './refused-rows.js';
import { type DoneRows, doneRows, type RowItem } from './rows.js';

// docs/adr/0066-an-import-is-worked-off-while-its-file-arrives.md

/** The input for a new import. Absent fields are null. */
export interface NewImport {
  readonly kind: ImportKind;
  readonly smart_list_id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** A row of a file, as it was read. */
export interface ReadRow {
  readonly row: number;
  readonly line: number;
  /** What it asks for, or why it cannot be done whatever the workspace has. */
  readonly read: { readonly item: RowItem } | { readonly refusal: RowRefusal };
}

/** The next rows of a file. */
export interface NextRows {
  /** In their order, without a gap; at least one. */
  readonly rows: readonly ReadRow[];
  /** The check of the file up to one of them. Pure. */
  readonly checkAt: (row: number) => number;
}

/**
 * POST /imports.
 * @throws DomainError at once: `validation_failed` for members without a list. When decided: `invalid_reference` for
 *   the list, `resource_conflict` (20 open imports)
 */
export function createImport(importId: string, { kind, smart_list_id = null, name = null }: NewImport) {
  if (kind === 'members' && smart_list_id === null) {
    throw invalidField('validation_failed', '/smart_list_id', 'required', 'Members are added to a list: name it.');
  }
  return ((view) => {
    if (smart_list_id !== null && !activeList(view, smart_list_id)) {
      const detail = 'smart_list_id names no active smart list.';
      throw invalidField('invalid_reference', '/smart_list_id', 'unknown', detail);
    }
    if (view.resident(IMPORTS).size >= MAX_OPEN_IMPORTS) {
      const detail = `A workspace has at most ${MAX_OPEN_IMPORTS} open imports: finish or cancel one.`;
      throw new DomainError('resource_conflict', detail);
    }
    const created: ImportCreated = { type: 'ImportCreated', data: { import_id: importId, kind, smart_list_id, name } };
    return {
      events: [created],
      answer: (after) => ({ ...importAnswer(after, importId), status: 201, location: `/imports/${importId}` }),
    };
  }) satisfies Decide;
}

/**
 * An import as it is now, for the sender of its rows: nothing is changed. The file of a finished one may be sent again
 * by a client that has not got the answer.
 * @throws DomainError when decided: `not_found`, also of the list of an open one; `resource_conflict` where it is
 *   cancelled
 */
export function beginRows(importId: string): Decide {
  return (view) => {
    const { kind, smart_list_id, state, up_to_row, check } = requireSendable(view, importId);
    const body = { kind, smart_list_id, state, up_to_row, check };
    return { events: [], answer: () => ({ status: 200, body }) };
  };
}

/**
 * Does the next rows of an import: what they change and how far the import is stand in one append, so a row is done
 * once, or not at all. The answer's body says `up_to_row`, which may be before the last of the rows: the rest is for
 * the next decision.
 * @throws DomainError when decided: as {@link beginRows}; `unavailable` where another request has done rows since
 */
export function advanceImport(importId: string, { rows, checkAt }: NextRows): Decide {
  return (view) => {
    const before = openImport(view, requireImport(view, importId));
    if (rows[0]!.row !== before.up_to_row + 1) throw new DomainError('unavailable', OVERTAKEN);
    const items = rows.flatMap(({ read }) => ('item' in read ? [read.item] : []));
    const done = items.length === 0 ? NOTHING : doneRows(view, before, items);
    const judged = judgedRows(rows, done.refusals);
    const upTo = rows[judged.length - 1]!.row;
    const refused = judged.filter((each) => each !== undefined);
    const counts: RowCounts = { ...done.counts, refused: refused.length };
    const advanced: ImportAdvanced = {
      type: 'ImportAdvanced',
      data: {
        import_id: importId,
        up_to_row: upTo,
        check: checkAt(upTo),
        counts,
        refused: recordedRefusals(refused),
      },
    };
    return { events: [...done.events, advanced], answer: () => ({ status: 200, body: { up_to_row: upTo } }) };
  };
}

const NOTHING: DoneRows = { events: [], refusals: [], counts: NO_ROWS };
const OVERTAKEN = 'Another request sends the rows of this import. Send the file again when it has ended.';

/** The refusal of each row that is done, in their order; undefined of one that is not refused. */
function judgedRows(
  rows: readonly ReadRow[],
  refusals: readonly (RowRefusal | undefined)[],
): readonly (RefusedRow | undefined)[] {
  const judged: (RefusedRow | undefined)[] = [];
  let items = 0;
  for (const { row, line, read } of rows) {
    if ('item' in read && items === refusals.length) break;
    const refusal = 'refusal' in read ? read.refusal : refusals[items];
    if ('item' in read) items += 1;
    judged.push(refusal && { row, line, refusal });
  }
  return judged;
}

/**
 * The whole file of an import is done. No event where it is finished already.
 * @param rows how many the file has
 * @throws DomainError when decided: as {@link advanceImport}
 */
export function finishImport(importId: string, rows: number) {
  return ((view) => {
    const { kind, state, smart_list_id, name, up_to_row, counts } = requireSendable(view, importId);
    if (up_to_row !== rows) throw new DomainError('unavailable', OVERTAKEN);
    const data = { import_id: importId, kind, smart_list_id, name, rows, counts };
    const finished: ImportFinished = { type: 'ImportFinished', data };
    return { events: state === 'finished' ? [] : [finished], answer: (after) => importAnswer(after, importId) };
  }) satisfies Decide;
}

/**
 * POST /imports/{importId}/cancel. No event where it is cancelled already.
 * @throws DomainError when decided: `not_found`; `resource_conflict` where it is finished
 */
export function cancelImport(importId: string) {
  return ((view) => {
    const { state } = requireImport(view, importId);
    if (state === 'finished') throw new DomainError('resource_conflict', 'This import is finished.');
    const cancelled: ImportCancelled = { type: 'ImportCancelled', data: { import_id: importId } };
    return { events: state === 'open' ? [cancelled] : [], answer: (after) => importAnswer(after, importId) };
  }) satisfies Decide;
}

function importAnswer(after: WorkspaceView, importId: string) {
  return { status: 200, body: { ok: true as const, import: presentImport(requireImport(after, importId)) } };
}

function requireImport(view: WorkspaceView, importId: string): ImportRow {
  const key = [view.workspaceId, importId];
  const row = view.resident(IMPORTS).get(keyText(key)) ?? view.rows(IMPORTS, [key])[0];
  if (!row) throw notFound('import');
  return row;
}

/** An import whose file may be sent: it is open, or was finished by this file. @throws as {@link openImport} */
function requireSendable(view: WorkspaceView, importId: string): ImportRow {
  const row = requireImport(view, importId);
  return row.state === 'finished' ? row : openImport(view, row);
}

/** @throws DomainError `not_found`, also for its list; `resource_conflict` where it is not open */
function openImport(view: WorkspaceView, row: ImportRow): ImportRow {
  if (row.state !== 'open') throw new DomainError('resource_conflict', `This import is ${row.state}.`);
  if (row.smart_list_id !== null) requireList(view, row.smart_list_id);
  return row;
}
