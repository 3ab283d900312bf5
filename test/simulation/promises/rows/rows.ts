import { isDeepStrictEqual } from 'node:util';
import { keyOf, keyText, type Row } from '#kernel';
import { FOLLOWER_PROJECTIONS } from '../../../../apps/service/catalogue.js';
import type { CopyJudge, History, HistoryCopy } from '../../world.js';
import { workspacesOf } from '../settled.js';
import { freshFold } from './fresh-fold.js';

/** Collections whose rows go with their age: rows that the fold has and the read model does not are no violation. */
const AGEING = new Set(['idempotency']);

/**
 * A row is what a fresh fold of the log comes to, but for fields that are amended beside the events: of the log as it
 * was written, and as a rebuild reads it once keys are shredded.
 */
export const rowsAreAFreshFold: CopyJudge = (history, copy) => {
  const { events, reread } = history;
  const folds = reread === events ? [events] : [events, reread];
  return folds.flatMap((log) => ofFold(history, copy, freshFold(log)));
};

function ofFold(history: History, copy: HistoryCopy, fresh: ReturnType<typeof freshFold>): readonly string[] {
  const deleted = deletedWorkspaces(history);
  return FOLLOWER_PROJECTIONS.flatMap(({ collection, cachedFields = [] }) => {
    const { name } = collection;
    const stored = new Map((copy.rows.get(name) ?? []).map((row) => [keyText(keyOf(collection, row)), row]));
    const keys = new Set([...stored.keys(), ...fresh.get(name)!.keys()]);
    return [...keys].sort().flatMap((key) => {
      const [is, should] = [stored.get(key), fresh.get(name)!.get(key)];
      if (deleted.has(workspaceOf(is ?? should!)) || (!is && AGEING.has(name))) return [];
      if (!is || !should)
        return [`${name} ${key}: the row is ${is ? 'there' : 'not there'}, and should ${is ? 'not ' : ''}be`];
      const wrong = fieldsOf(is, should).filter((field) => !cachedFields.includes(field) && differs(is, should, field));
      return wrong.map(
        (field) => `${name} ${key}: ${field} is ${text(is, field)}, and should be ${text(should, field)}`,
      );
    });
  });
}

/** The rows of each workspace are as far as its stream. */
export const rowsAreUpToTheLog: CopyJudge = (history, copy) =>
  [...workspacesOf(history)].flatMap(([id, { deleted, revision }]) => {
    const projected = copy.projectedRevisions.get(id);
    if (deleted || projected === revision) return [];
    return [`workspace ${id}: rows are projected up to @${projected}, the log ends @${revision}`];
  });

/**
 * Rows of a deleted workspace are dropped twice, the second time after ten minutes, and twice again in rows that a
 * rebuild exchanges for them; later than this they are left, in milliseconds.
 */
const DROPPED_MS = 20 * 60_000;

/**
 * In a settled world nothing is left on the to-do lists of workspaces that exist but what is parked, and no row of one
 * whose rows are dropped.
 */
export const toDosAreDone: CopyJudge = (history, copy) => {
  const deleted = deletedWorkspaces(history);
  const left = (name: string, isLeft: (row: Row) => boolean): readonly string[] =>
    (copy.rows.get(name) ?? [])
      .filter((row) => !deleted.has(workspaceOf(row)) && isLeft(row))
      .map((row) => `${name}: ${JSON.stringify(row)} is left to do`);
  return [
    ...left('requeues', (row) => fieldOf(row, 'pending') !== 0),
    ...left('sweeps', (row) => fieldOf(row, 'done') === 0),
    ...left('attribute_indexing', (row) => fieldOf(row, 'done') === 0),
    ...left('zones_refresh', (row) => fieldOf(row, 'done') === 0),
    ...left('event_feeds', (row) => fieldOf(row, 'open') === 1 && !mayWaitForRoom(history, row)),
    // One that waits for the end of a call has no instant yet.
    ...left(
      'erasures',
      (row) => fieldOf(row, 'pending') !== 0 && fieldOf(row, 'erased_at') !== '' && !isParked(history, row),
    ),
    ...[...deleted].flatMap((id) => leftOf(history, copy, id)),
  ];
};

/** Whether deliveries of a workspace may have reached their quota: then events wait until some have ended. */
function mayWaitForRoom(history: History, row: Row): boolean {
  const quota = workspacesOf(history).get(workspaceOf(row))?.settings.quotas.deliveries_waiting ?? 0;
  return quota < 1_000;
}

/** Whether the log says last of an erasure, in the version that a row has, that it is parked. */
function isParked(history: History, row: Row): boolean {
  const model = workspacesOf(history).get(workspaceOf(row));
  return (
    model?.parked.isParked('erasures', String(fieldOf(row, 'contact_id')), String(fieldOf(row, 'event_id'))) === true
  );
}

/** What is left of a deleted workspace once its rows are said to be dropped, or should be. */
function leftOf(history: History, copy: HistoryCopy, id: string): readonly string[] {
  const row = (copy.rows.get('workspaces') ?? []).find((each) => workspaceOf(each) === id);
  const isUnderWay = row !== undefined && fieldOf(row, 'rows_left') === 1;
  const exchangedAt = copy.rebuild?.ended_at ?? null;
  const since = Math.max(workspacesOf(history).get(id)!.now, exchangedAt === null ? 0 : Date.parse(exchangedAt));
  if (isUnderWay && since > history.endedAt - DROPPED_MS) return [];
  if (isUnderWay) return [`workspace ${id}: its rows are not dropped`];
  return [...copy.rows]
    .filter(([name]) => name !== 'workspaces')
    .flatMap(([name, rows]) => rows.filter((each) => workspaceOf(each) === id).map((each) => [name, each] as const))
    .map(([name, each]) => `${name}: ${JSON.stringify(each)} is of a workspace whose rows are dropped`);
}

function deletedWorkspaces(history: History): ReadonlySet<string> {
  return new Set([...workspacesOf(history)].flatMap(([id, { deleted }]) => (deleted ? [id] : [])));
}

const workspaceOf = (row: Row): string => String((row as Row & { readonly workspace_id?: string }).workspace_id);
const fieldOf = (row: Row, field: string): unknown => (row as unknown as Record<string, unknown>)[field];
const fieldsOf = (...rows: readonly Row[]): readonly string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];
const differs = (a: Row, b: Row, field: string): boolean => !isDeepStrictEqual(fieldOf(a, field), fieldOf(b, field));
const text = (row: Row, field: string): string => JSON.stringify(fieldOf(row, field)) ?? 'absent';
