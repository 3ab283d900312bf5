import type { Collection, Projection, Row } from '#kernel';
import { FakeLog } from './testing/fake-log.js';
import { MemoryReadModel } from './testing/memory-read-model.js';
import { runToEnd } from './testing/run-to-end.js';

/** A letter is written in its workspace's stream and goes its way in a stream of its own. */
interface Letter extends Row {
  readonly workspace_id: string;
  readonly letter_id: string;
  readonly stations: readonly string[];
}

const LETTERS: Collection<Letter> = { name: 'letters', key: ['workspace_id', 'letter_id'], indexes: [] };
const PREFIXES = ['workspace-', 'letter-'];

const letters: Projection<Letter> = {
  collection: LETTERS,
  version: 1,
  keys: ({ data, metadata }) => [[metadata.workspace_id, (data as { letter_id: string }).letter_id]],
  orderOf: ({ type, revision }) => (type === 'LetterWritten' ? 0 : revision + 1),
  evolve: (letter, { type, data, revision }, [workspace_id, letter_id]) => {
    const { station } = data as { station: string };
    if (type === 'LetterWritten') {
      return { workspace_id: workspace_id!, letter_id: letter_id!, stations: [station], revision };
    }
    return letter && { ...letter, stations: [...letter.stations, station] };
  },
};

const written = (letter_id: string) => ({ type: 'LetterWritten', data: { letter_id, station: 'desk' } });
const passed = (letter_id: string, station: string) => ({ type: 'StationPassed', data: { letter_id, station } });

/** The letter stands at revision 5 of its workspace; its own stream begins at 0. */
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
  it('are folded in the order of the log, though the revisions of the streams say nothing of each other', async () => {
    const model = new MemoryReadModel();
    await runToEnd(history(), model, { projections: [letters], prefixes: PREFIXES });
    expect(await read(model)).toMatchObject(way);
    expect(await model.completeTo('w')).toBe(5);
  });

  it.each([1, 2, 7])('come to the same when everything is applied again, %i events at a time', async (batchSize) => {
    const model = new MemoryReadModel();
    for (const follower of ['f', 'g']) {
      await runToEnd(history(), model, { projections: [letters], prefixes: PREFIXES, follower, batchSize });
      expect(await read(model)).toMatchObject(way);
    }
  });
});
