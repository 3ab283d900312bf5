import { keysAreRecordedOnce, logIsSound, nothingIsDatedAhead, requestsWriteOnce, writesAreOneAppend } from './log.js';
import { CallCenter, contact } from './testing/call-center.js';
import { historyOf } from './testing/told-history.js';
import { importAdvanced, importCreated, importFinished } from './testing/told-imports.js';

const CAUSE = { correlation: 'one request' };

it('a told log is sound, of whole writes, each request and key once', () => {
  const history = historyOf(CallCenter.open().write([contact('new')], { idempotencyKey: 'a' }));
  for (const judge of [logIsSound, writesAreOneAppend, requestsWriteOnce, keysAreRecordedOnce])
    expect(judge(history)).toEqual([]);
});

it('a gap, an event that stands there twice, and one of another workspace are named', () => {
  const { events } = CallCenter.open();
  const [first, second, third] = events;
  const sentences = (changed: readonly object[]) =>
    logIsSound(historyOf(CallCenter.open(), { events: changed as typeof events }));
  expect(sentences([first!, third!])).toContainEqual(expect.stringMatching(/the revision should be 1/));
  expect(sentences([first!, { ...second, id: first!.id }])).toContainEqual(expect.stringMatching(/stands before it/));
  const foreign = { ...first!, metadata: { ...first!.metadata, workspace_id: 'another' } };
  expect(sentences([foreign])).toContainEqual(expect.stringMatching(/said to be of workspace another/));
});

it('an event that is dated an hour ahead of the time at which it was written is named', () => {
  const history = historyOf(CallCenter.open());
  expect(nothingIsDatedAhead(history)).toEqual([]);
  const early = history.events.map((event) => ({ ...event, at: event.at - 3_600_000 }));
  expect(nothingIsDatedAhead({ ...history, events: early })).toHaveLength(early.length);
});

it('a write that is torn into two appends is named', () => {
  const center = CallCenter.open();
  const from = center.events.length;
  center.write([contact('new'), contact('newer')]);
  const appends = [...center.appends.slice(0, -1), { from, to: from + 1 }, { from: from + 1, to: from + 2 }];
  const torn = appends.map((each) => ({ at: 0, process: 'p1', stream: '', ...each }));
  expect(writesAreOneAppend(historyOf(center, { appends: torn }))).toEqual([
    expect.stringMatching(/not in the append of/),
  ]);
});

it('a request that writes twice is named; a worker that goes on with it is not', () => {
  const center = CallCenter.open()
    .write([contact('new')], CAUSE)
    .write([contact('newer')], { ...CAUSE, by: 'call_timers' });
  expect(requestsWriteOnce(historyOf(center))).toEqual([]);
  center.wait(1).write([contact('newest')], CAUSE);
  expect(requestsWriteOnce(historyOf(center))).toEqual([expect.stringMatching(/its request has written .* before/)]);
});

it('a request whose file is done in several writes, and then ends its import, is not named', () => {
  const center = CallCenter.open().write([importCreated()]);
  center.write([contact('new'), importAdvanced(1, { created: 1 })], CAUSE);
  center.write([importAdvanced(2, { unchanged: 1 })], CAUSE).write([importFinished(2, {})], CAUSE);
  const history = historyOf(center);
  for (const judge of [writesAreOneAppend, requestsWriteOnce]) expect(judge(history)).toEqual([]);
});

it('a key that is recorded twice is named, unless its record has aged away', () => {
  const center = CallCenter.open().write([contact('new')], { idempotencyKey: 'a' });
  const after = (seconds: number) =>
    keysAreRecordedOnce(historyOf(center.wait(seconds).write([contact('newer')], { idempotencyKey: 'a' })));
  expect(after(1)).toEqual([expect.stringMatching(/records the same Idempotency-Key/)]);
  expect(after(7 * 86_400)).toHaveLength(1);
});
