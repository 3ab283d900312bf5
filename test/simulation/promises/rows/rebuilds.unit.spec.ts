import type { Row } from '#kernel';
import type { RebuildStatus } from '../../../../apps/service/rebuild/rebuild-run.js';
import type { History, HistoryCopy } from '../../world.js';
import { CallCenter } from '../testing/call-center.js';
import { historyOf } from '../testing/told-history.js';
import { freshFold } from './fresh-fold.js';
import { noOtherRowsHaveWhatIsErased, rebuildsAreShown, rebuildsFindNoDifference } from './rebuilds.js';

const DONE = { kind: 'rebuild', state: 'done', ended_at: 'then', different_rows: 0, differences: [], error: null };
const rebuild = (fields: object = {}) => ({ ...DONE, ...fields }) as unknown as RebuildStatus;

const told = CallCenter.open();
const rows = (change: (row: Row) => Row = (row) => row): HistoryCopy['rows'] =>
  new Map([...freshFold(told.events)].map(([name, found]) => [name, [...found.values()].map(change)]));
const copy = (fields: Partial<HistoryCopy> = {}): HistoryCopy => ({
  ...{ version: 'old', rows: rows(), others: [], rebuild: undefined, projectedRevisions: new Map() },
  ...fields,
});
const erased = (row: Row): Row => ('phone' in row ? ({ ...row, phone: '' } as Row) : row);

describe('a rebuild', () => {
  const found = (fields?: object) => rebuildsFindNoDifference(historyOf(told), copy({ rebuild: rebuild(fields) }));

  it('that is done, or could not go back, breaks nothing', () => {
    expect(rebuildsFindNoDifference(historyOf(told), copy())).toEqual([]);
    const error = 'The rows before the last rebuild are not kept any more.';
    expect([found(), found({ kind: 'back', state: 'failed', error })]).toEqual([[], []]);
  });

  it('that finds a difference, fails, or does not end is named', () => {
    expect(found({ state: 'differs', different_rows: 1 })).toEqual([expect.stringMatching(/1 rows differ/)]);
    expect(found({ different_rows: 1 })).toHaveLength(1);
    expect(found({ state: 'failed', error: 'of course' })).toEqual([expect.stringMatching(/failed: of course/)]);
    expect(found({ state: 'building', ended_at: null })).toEqual([expect.stringMatching(/has not ended/)]);
  });

  it('is named also where only an answer has shown it', () => {
    const asked = { number: 7, path: '/admin/projections' };
    const shown = (fields: object) => {
      const answer = { kind: 'answered', status: 200, body: { rebuild: rebuild(fields) } };
      return rebuildsAreShown({ ...historyOf(told), requests: [{ ...asked, told: answer }] } as unknown as History);
    };
    expect(shown({})).toEqual([]);
    expect(shown({ state: 'differs', different_rows: 2 })).toEqual([expect.stringMatching(/^#7: .* 2 rows differ/)]);
  });
});

describe('rows that were live before', () => {
  const found = (live: HistoryCopy['rows'], other: HistoryCopy['rows']) =>
    noOtherRowsHaveWhatIsErased(historyOf(told), copy({ rows: live, others: [other] }));

  it('may have what the live ones have, and nothing that is erased in them', () => {
    expect(found(rows(), rows())).toEqual([]);
    expect(found(rows(erased), rows(erased))).toEqual([]);
    expect(found(rows(erased), rows())[0]).toMatch(/contacts .*: what is erased in it/);
  });
});
