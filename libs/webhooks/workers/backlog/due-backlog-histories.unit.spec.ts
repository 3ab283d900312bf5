import fc from 'fast-check';
import { BacklogHistory } from '../../testing/backlog-history.js';
import { histories } from '../../testing/backlog-steps.js';
import { QUEUE_CAPACITY } from './receiver-queues.js';

/**
 * In any order of scans, takes, ends, rests and row changes: no delivery is taken twice at once, while it rests, too
 * early, or before the rows show its attempt; each receiver's are taken in the order of due times; and all are taken in
 * the end.
 */
describe('a due list', () => {
  const few = fc.array(fc.nat(5), { maxLength: 3 });
  const many = fc.tuple(
    fc.constantFrom(QUEUE_CAPACITY + 1, 2_500),
    fc.constantFrom(0, 3, 1_100),
    fc.constantFrom(0, 40),
  );

  it.each([
    ['of few', few, 1_000],
    ['longer than a look and a line', many, 25],
  ])('%s loses nothing, and gives it out once and in order', async (_length, backlogs, numRuns) => {
    await fc.assert(
      fc.asyncProperty(backlogs, histories, async (lengths, events) => {
        const history = new BacklogHistory(lengths);
        for (const event of events) await history.play(event);
        expect(await history.quiesce()).toEqual([]);
      }),
      { numRuns },
    );
  });
});
