import { BOARDS, CARDS, placed, swept } from './cards.js';
import { FakeLog } from './fake-log.js';
import type { MemoryReadModel } from './memory-read-model.js';

/** A log of two workspaces whose events touch the same documents. */
export function cardHistory(): FakeLog {
  const log = new FakeLog();
  log.append('w', [placed('a', 'x'), placed('b', 'x'), placed('a', 'y')]);
  log.append('v', [placed('a', 'x')]);
  log.append('w', [swept('x', ['b']), placed('c', 'x')]);
  return log;
}

/** The rows of a read model for this log. */
export async function cardRows(model: MemoryReadModel) {
  return {
    cards: await model.getMany(CARDS, [
      ['w', 'a'],
      ['w', 'b'],
      ['w', 'c'],
      ['v', 'a'],
    ]),
    boards: await model.getMany(BOARDS, [
      ['w', 'x'],
      ['w', 'y'],
      ['v', 'x'],
    ]),
    complete: [await model.projectedRevision('w'), await model.projectedRevision('v')],
  };
}

/** The expected rows: written by hand, not folded from the events. */
export const CARD_ROWS = {
  cards: [
    { workspace_id: 'w', card_id: 'a', board_id: 'y', live: 1, moves: 2, revision: 2 },
    { workspace_id: 'w', card_id: 'b', board_id: 'x', live: 0, moves: 1, revision: 3 },
    { workspace_id: 'w', card_id: 'c', board_id: 'x', live: 1, moves: 1, revision: 4 },
    { workspace_id: 'v', card_id: 'a', board_id: 'x', live: 1, moves: 1, revision: 0 },
  ],
  boards: [
    { workspace_id: 'w', board_id: 'x', cards: 2, revision: 4 },
    { workspace_id: 'w', board_id: 'y', cards: 1, revision: 2 },
    { workspace_id: 'v', board_id: 'x', cards: 1, revision: 0 },
  ],
  complete: [4, 0],
};
