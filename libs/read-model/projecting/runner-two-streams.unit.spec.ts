import { FakeLog } from '../testing/fake-log.js';
import { LETTER_PREFIXES, LETTERS, lettersProjection, passed, written } from '../testing/letters.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';

/** The letter is at revision 5 of its workspace; its own stream begins at 0. */
function history(): FakeLog {
  const log = new FakeLog();
  for (const other of ['1', '2', '3', '4', '5']) log.append('w', [written(other)]);
  log.append('w', [written('a')]);
  log.append('w', [passed('a', 'box')], 'letter-a');
  log.append('w', [passed('a', 'office'), passed('a', 'door')], 'letter-a');
  return log;
}

const way = { stations: ['desk', 'box', 'office', 'door'], revision: 3 };
const read = async (model: MemoryReadModel) => (await model.getMany(LETTERS, [['w', 'a']]))[0];

describe('documents that two streams feed', () => {
  it('are folded in the order of the log, although revisions of different streams are unrelated', async () => {
    const model = new MemoryReadModel();
    await runToEnd(history(), model, { projections: [lettersProjection], prefixes: LETTER_PREFIXES });
    expect(await read(model)).toMatchObject(way);
    expect(await model.projectedRevision('w')).toBe(5);
  });

  it.each([1, 2, 7])('come to the same when everything is applied again, %i events at a time', async (batchSize) => {
    const model = new MemoryReadModel();
    for (const follower of ['f', 'g']) {
      await runToEnd(history(), model, {
        projections: [lettersProjection],
        prefixes: LETTER_PREFIXES,
        follower,
        batchSize,
      });
      expect(await read(model)).toMatchObject(way);
    }
  });
});
