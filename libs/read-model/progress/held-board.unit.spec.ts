import { HeldBoard } from './held-board.js';
import { HELD_STREAMS, heldAt, type HeldStreamRow, releasedAt } from '../projecting/held-stream-row.js';
import { ReadModelUnavailableError } from '../read-model.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';

const event = { type: 'CardLost', projection: null, reason: 'unknown' };
const ofWorkspace = heldAt({ stream: 'workspace-w', revision: 5, workspaceId: 'w', ...event });
const ofDelivery = heldAt({ stream: 'delivery-d', revision: 0, workspaceId: 'v', ...event });

describe('HeldBoard', () => {
  let model: MemoryReadModel;
  let released: string[];
  let stamp: number | undefined;
  let reads: number;
  let failing: Error | undefined;
  let board: HeldBoard;

  beforeEach(() => {
    model = new MemoryReadModel();
    released = [];
    stamp = undefined;
    reads = 0;
    failing = undefined;
    board = new HeldBoard({
      readModel: {
        page: (collection, options) => {
          reads += 1;
          return model.page(collection, options);
        },
      },
      changes: { stamp: () => stamp },
      released: async (rows) => {
        if (failing) throw failing;
        released.push(...rows.map(({ stream }) => stream));
      },
    });
  });

  const store = (...rows: readonly HeldStreamRow[]) =>
    model.putRows(rows.map((document) => ({ collection: HELD_STREAMS, key: [document.stream], document })));

  it('reports what is held back, and the revision for workspaces', async () => {
    await board.refresh();
    expect([board.rows(), board.heldAt('w')]).toEqual([[], undefined]);
    await store(ofWorkspace, ofDelivery);
    await board.refresh();
    expect(board.rows().map(({ stream }) => stream)).toEqual(['delivery-d', 'workspace-w']);
    expect([board.heldAt('w'), board.heldAt('v')]).toEqual([5, undefined]);
  });

  it('reports a release only after the required listeners, and again if that failed', async () => {
    await store(ofWorkspace);
    await board.refresh();
    await store(releasedAt(ofWorkspace, 9));
    failing = new ReadModelUnavailableError('away');
    await board.refresh();
    expect(board.heldAt('w')).toBe(5);
    failing = undefined;
    await board.refresh();
    expect([board.heldAt('w'), released]).toEqual([undefined, ['workspace-w']]);
  });

  it('reports whether a workspace is held back: possibly, until the rows were read once', async () => {
    const away = new HeldBoard({
      readModel: { page: () => Promise.reject(new ReadModelUnavailableError('away')) },
      changes: { stamp: () => undefined },
      released: () => Promise.resolve(),
    });
    await away.refresh();
    expect([away.holdsWorkspaces, board.holdsWorkspaces]).toEqual([true, true]);
    await store(ofDelivery);
    await board.refresh();
    expect(board.holdsWorkspaces).toBe(false);
    await store(ofWorkspace);
    await board.refresh();
    expect(board.holdsWorkspaces).toBe(true);
    await store(releasedAt(ofWorkspace, 9));
    await board.refresh();
    expect(board.holdsWorkspaces).toBe(false);
  });

  it('takes any workspace for held back beyond the thousand streams that it knows', async () => {
    const deliveries = Array.from({ length: 1_000 }, (_, i) => ({ ...ofDelivery, stream: `delivery-${i}` }));
    await store(...deliveries.slice(1));
    await board.refresh();
    expect(board.holdsWorkspaces).toBe(false);
    await store(...deliveries, ofWorkspace);
    await board.refresh();
    expect([board.rows().length, board.heldAt('w'), board.holdsWorkspaces]).toEqual([1_000, undefined, true]);
  });

  it('reads nothing while the rows have not changed', async () => {
    stamp = 1;
    for (let looks = 0; looks < 5; looks += 1) await board.refresh();
    expect(reads).toBe(1);
    stamp = 2;
    await store(ofWorkspace);
    await board.refresh();
    expect([reads, board.heldAt('w')]).toEqual([2, 5]);
  });

  it('reads once more for all requests that come while it reads', async () => {
    const first = board.refresh();
    await store(ofWorkspace);
    await Promise.all([first, board.refresh(), board.refresh(), board.refresh()]);
    expect([reads, board.heldAt('w')]).toEqual([2, 5]);
  });
});
