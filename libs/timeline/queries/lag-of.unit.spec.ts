import { type Position, type RecordedEvent, UnknownEventError } from '#kernel';
import { lagOf } from './lag-of.js';

const position = (text: string): Position => text as Position;

const LAST = { id: 'e7', type: 'ContactErased', revision: 7, position: '5' as Position } as RecordedEvent;

/** An index of the events up to a revision. */
const index = (revision: number, reach: string) => ({
  rows: {
    projectedRevision: async () => revision,
    page: async () => [],
    merge: async () => [],
    distinct: async () => [],
  },
  reaches: async () => position(reach),
});

const log = (last: RecordedEvent | Error | undefined) => ({
  read: async () => {
    if (last instanceof Error) throw last;
    return last ? [last] : [];
  },
});

describe('the lag of the index', () => {
  it('is the number of events of the stream that it lacks', async () => {
    expect(await lagOf('w', index(4, '4'), log(LAST))).toBe(3);
    expect(await lagOf('w', index(-1, ''), log(LAST))).toBe(8);
    expect(await lagOf('w', index(7, '5'), log(LAST))).toBe(0);
    expect(await lagOf('w', index(-1, ''), log(undefined))).toBe(0);
  });

  it('is not 0 while the last batch is being written: no page shows it yet', async () => {
    expect(await lagOf('w', index(7, '4'), log(LAST))).toBe(1);
  });

  it('counts an event that this version cannot read, and one that was skipped', async () => {
    expect(await lagOf('w', index(4, '4'), log(new UnknownEventError('workspace-w', 9, 'unknown')))).toBe(5);
    expect(await lagOf('w', index(7, '4'), log({ ...LAST, type: 'EventSkipped' }))).toBe(0);
  });
});
