import { barAsOf, barOf, type DoNotCallRow } from './entry.js';

const [BEFORE, NOW, LATER] = ['2029-12-31T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z'];

/** Added by event 5. */
const entry = (changes: Partial<DoNotCallRow> = {}): DoNotCallRow => ({
  workspace_id: '',
  number_hash: 'hash',
  phone: null,
  contact_id: '',
  reason: null,
  source: 'api',
  expiry: '',
  expires_at: null,
  added_at: BEFORE,
  number: 5,
  live: 1,
  revision: 5,
  ...changes,
});

it('an entry bars its number until it expires, and not at that instant any more', () => {
  expect(barOf(entry(), NOW)).toEqual({ until: null });
  expect(barOf(entry({ expires_at: LATER }), NOW)).toEqual({ until: LATER });
  expect([entry({ expires_at: NOW }), entry({ live: 0 }), undefined].map((row) => barOf(row, NOW))).toEqual([
    ...[null, null, null],
  ]);
});

describe('as of a revision, by a row that may have changed since', () => {
  it('an entry that was added later barred nothing', () => {
    expect(barAsOf(entry(), 4, NOW)).toBeNull();
    expect(barAsOf(undefined, 9, NOW)).toBeNull();
  });

  it('one that was changed or removed later barred its number, for it counted', () => {
    expect(barAsOf(entry({ live: 0, revision: 9 }), 8, NOW)).toEqual({ until: null });
    expect(barAsOf(entry({ expires_at: LATER, revision: 9 }), 8, NOW)).toEqual({ until: LATER });
  });

  it('one that was removed by then, or had expired, did not', () => {
    expect(barAsOf(entry({ live: 0, revision: 9 }), 9, NOW)).toBeNull();
    expect(barAsOf(entry({ expires_at: NOW }), 9, NOW)).toBeNull();
  });
});
