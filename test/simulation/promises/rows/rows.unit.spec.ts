import type { Row } from '#kernel';
import type { RebuildStatus } from '../../../../apps/service/rebuild/rebuild-run.js';
import type { History, HistoryCopy } from '../../world.js';
import { added, ANN, BOB, CallCenter, changed, removed, TOP } from '../testing/call-center.js';
import { historyOf } from '../testing/told-history.js';
import { WORKSPACE } from '../testing/told-log.js';
import { freshFold } from './fresh-fold.js';
import { queuePositionsFitTheSettings } from './queue-positions.js';
import { rowsAreAFreshFold, rowsAreUpToTheLog, toDosAreDone } from './rows.js';

/** Ann was called once and waits for her retry gap; Bob has left; Eve is on no list. */
function center(): CallCenter {
  const told = CallCenter.open()
    .write([added(TOP, ANN), added(TOP, BOB)])
    .write([removed(TOP, BOB)]);
  told.write([told.dispatched('call', ANN, told.number - 2)]).wait(1);
  return told.write([told.ended('call', 'busy'), told.completed('call')]);
}

/** A history, and a copy whose rows are those of the fold but for changes of the rows of one collection. */
function withRows(
  told: CallCenter,
  name = 'members',
  change: (rows: Row[]) => readonly Row[] = (rows) => rows,
): [History, HistoryCopy] {
  const rows = new Map<string, readonly Row[]>();
  for (const [each, documents] of freshFold(told.events))
    rows.set(each, each === name ? change([...documents.values()]) : [...documents.values()]);
  return [
    historyOf(told),
    { version: 'old', rows, others: [], rebuild: undefined, projectedRevisions: new Map([[WORKSPACE, told.revision]]) },
  ];
}

const ofAnn = (row: Row): boolean => (row as Row & { readonly contact_id?: string }).contact_id === ANN;
const changing =
  (fields: object) =>
  (rows: Row[]): readonly Row[] =>
    rows.map((row) => (ofAnn(row) ? { ...row, ...fields } : row));

describe('rows', () => {
  it('that are a fresh fold, up to the log, break nothing', () => {
    const [history, copy] = withRows(center());
    expect(copy.rows.get('members')).toHaveLength(2);
    for (const judge of [rowsAreAFreshFold, rowsAreUpToTheLog, toDosAreDone]) expect(judge(history, copy)).toEqual([]);
  });

  it('that count otherwise, are missing, or should not be there are named', () => {
    const found = (change: (rows: Row[]) => readonly Row[]) =>
      rowsAreAFreshFold(...withRows(center(), 'members', change));
    expect(found(changing({ attempt_count: 2 }))).toEqual([
      expect.stringMatching(/attempt_count is 2, and should be 1/),
    ]);
    expect(found((rows) => rows.slice(1))).toEqual([expect.stringMatching(/the row is not there, and should be/)]);
    const more = found((rows) => [...rows, { ...rows[0]!, contact_id: 'nobody' } as Row]);
    expect(more).toEqual([expect.stringMatching(/the row is there, and should not be/)]);
  });

  it('that are behind the log are named', () => {
    const [history, copy] = withRows(center());
    const behind = { ...copy, projectedRevisions: new Map([[WORKSPACE, 3]]) };
    expect(rowsAreUpToTheLog(history, behind)).toEqual([expect.stringMatching(/projected up to @3, the log ends/)]);
  });

  it('of a deleted workspace are named once they are said to be dropped, or should be', () => {
    const told = center().write([['WorkspaceDeleted', {}]], { by: 'admin' });
    const left = (rows_left: number) =>
      toDosAreDone(...withRows(told, 'workspaces', (rows) => [{ ...rows[0]!, rows_left } as Row]));
    expect(left(1)).toEqual([]);
    expect(left(0)).toContainEqual(expect.stringMatching(/members: .* is of a workspace whose rows are dropped/));
    told.wait(3_600);
    const late = toDosAreDone(...withRows(told));
    expect(late).toEqual([expect.stringMatching(/its rows are not dropped/)]);
  });

  it('of a deleted workspace may be left for a time after a rebuild has exchanged them', () => {
    const told = center().write([['WorkspaceDeleted', {}]], { by: 'admin' });
    const [history, copy] = withRows(told.wait(3_600));
    const rebuiltAt = (seconds: number) =>
      toDosAreDone(history, { ...copy, rebuild: { ended_at: told.at(seconds) } as RebuildStatus });
    expect(rebuiltAt(-600)).toEqual([]);
    expect(rebuiltAt(-1_800)).toEqual([expect.stringMatching(/its rows are not dropped/)]);
  });

  it('of a to-do that is not done are named', () => {
    const told = center().write([changed(TOP, { min_retry_seconds: 5 })]);
    expect(toDosAreDone(...withRows(told, 'requeues'))).toEqual([expect.stringMatching(/requeues: .* is left to do/)]);
  });
});

describe('queue positions', () => {
  const found = (fields: object) => queuePositionsFitTheSettings(...withRows(center(), 'members', changing(fields)));

  it('that follow from calls and settings break nothing', () => {
    expect(queuePositionsFitTheSettings(...withRows(center()))).toEqual([]);
  });

  it('of a member who is ready too soon, waits too long, or is out are named', () => {
    expect(found({ state: 'ready', due: 0 })).toEqual([expect.stringMatching(/is ready 0, .* and should be due/)]);
    expect(found({ due: Date.parse('2030-01-15T00:00:00.000Z') })).toEqual([
      expect.stringMatching(/and should be due/),
    ]);
    expect(found({ capped_until: Date.parse('2030-01-15T00:00:00.000Z') })).toEqual([
      expect.stringMatching(/capped until 2030-01-15.* and should be due .* capped until 0/),
    ]);
    expect(found({ state: 'out', due: 0 })).toEqual([expect.stringMatching(/is out 0, .* and should be due/)]);
  });

  it('that a changed setting has left behind are named', () => {
    const told = center().write([changed(TOP, { min_retry_seconds: 5 })]);
    expect(queuePositionsFitTheSettings(...withRows(told))).toEqual([
      expect.stringMatching(/of list top: the queue position/),
    ]);
  });
});
