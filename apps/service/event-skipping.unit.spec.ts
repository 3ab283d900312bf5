import { type EventStore, SKIPS_STREAM, SkippedEvents, WrongExpectedRevisionError } from '#event-store';
import { type NewEvent, type Position, type RecordedEvent } from '#kernel';
import { HELD_STREAMS, heldAt, type HeldStreamRow, releasedAt } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { DUE_DELIVERIES, type DueDeliveryRow } from '#webhooks/domain';
import { EventSkipping } from './event-skipping.js';

const ACTOR = { kind: 'admin', id: null } as const;
const BY = { actor: ACTOR, correlationId: 'request' };
const why = { type: 'FromTheFuture', projection: null, reason: 'unknown' };
const workspace = heldAt({ stream: 'workspace-w', revision: 5, workspaceId: 'w', ...why });
const delivery = heldAt({ stream: 'delivery-d', revision: 2, workspaceId: 'w', ...why });

describe('EventSkipping', () => {
  let model: MemoryReadModel;
  let log: RecordedEvent[];
  let store: Pick<EventStore, 'append' | 'read'>;

  beforeEach(() => {
    model = new MemoryReadModel();
    log = [];
    store = {
      read: async (_stream, { from = 0 }) => log.slice(from),
      append: async (stream, events, expected) => {
        const revision = log.length;
        if (expected !== (revision === 0 ? 'no_stream' : revision - 1)) {
          throw new WrongExpectedRevisionError(stream, expected, revision - 1);
        }
        log.push(...events.map((event: NewEvent) => ({ ...event, stream, revision, position: '1' as Position })));
        return { revision, position: '1' as Position };
      },
    };
  });

  const process = () => {
    let ids = 0;
    const ports = { store, skipped: new SkippedEvents(), readModel: model };
    return new EventSkipping({ ...ports, clock: { now: () => 0 }, ids: { next: () => `id-${(ids += 1)}` } });
  };
  const put = (...rows: readonly HeldStreamRow[]) =>
    model.putRows(rows.map((document) => ({ collection: HELD_STREAMS, key: [document.stream], document })));
  const skip = (stream: string, revision: number, by = process()) => by.skip({ stream, revision, reason: 'lost' }, BY);

  it('writes one record for any number of requests', async () => {
    await put(workspace);
    await Promise.all([skip('workspace-w', 5), skip('workspace-w', 5)]);
    await skip('workspace-w', 5);
    expect(log).toMatchObject([
      {
        stream: SKIPS_STREAM,
        data: { stream: 'workspace-w', revision: 5, reason: 'lost' },
        metadata: { workspace_id: 'w', actor: ACTOR },
      },
    ]);
  });

  it('continues when another process has skipped another event meanwhile', async () => {
    await put(workspace, heldAt({ stream: 'workspace-v', revision: 1, workspaceId: 'v', ...why }));
    const late = process();
    await Promise.all([skip('workspace-v', 1), skip('workspace-w', 5, late)]);
    expect(log.map(({ data }) => (data as { stream: string }).stream).sort()).toEqual(['workspace-v', 'workspace-w']);
  });

  it.each<[string, HeldStreamRow[], string, number, string]>([
    ['a stream that is not held back', [releasedAt(workspace, 9)], 'workspace-w', 5, 'not_found'],
    ['another event than the one that holds it back', [workspace], 'workspace-w', 4, 'resource_conflict'],
    ['a delivery that may wait for its workspace', [workspace, delivery], 'delivery-d', 2, 'resource_conflict'],
  ])('refuses %s', async (_what, rows, stream, revision, code) => {
    await put(...rows);
    await expect(skip(stream, revision)).rejects.toMatchObject({ code });
    expect(log).toEqual([]);
  });

  it('skips the event of a delivery whose workspace is not held back', async () => {
    await put(releasedAt(workspace, 9), delivery);
    await skip('delivery-d', 2);
    expect(log).toHaveLength(1);
  });

  it('records the workspace of the stream, also where the event names another one that is held back', async () => {
    await put(workspace, heldAt({ stream: 'workspace-v', revision: 0, workspaceId: 'w', ...why }));
    await skip('workspace-v', 0);
    expect(log).toMatchObject([{ metadata: { workspace_id: 'v' } }]);
  });

  describe('of a delivery whose event does not name its workspace', () => {
    const nameless = heldAt({ stream: 'delivery-d2500', revision: 0, workspaceId: '', ...why });
    const due = (count: number) =>
      model.putRows(
        Array.from({ length: count }, (_, number) => {
          const [workspace_id, delivery_id] = [number === 2_500 ? 'w' : 'v', `d${number}`];
          const due_at = new Date(number * 1_000).toISOString();
          const of = { workspace_id, delivery_id, receiver_id: 'o', host: 'one.example.com', number, revision: 0 };
          const document: DueDeliveryRow = { ...of, open: 1, due_at };
          return { collection: DUE_DELIVERIES, key: [workspace_id, delivery_id], document };
        }),
      );

    it('records the workspace of the row, with any number of due rows before it', async () => {
      await due(3_000);
      await put(nameless, heldAt({ stream: 'workspace-v', revision: 0, workspaceId: 'v', ...why }));
      await skip('delivery-d2500', 0);
      expect(log).toMatchObject([{ metadata: { workspace_id: 'w' } }]);
    });

    it('refuses while the workspace of the row is held back', async () => {
      await due(3_000);
      await put(nameless, workspace);
      await expect(skip('delivery-d2500', 0)).rejects.toMatchObject({ code: 'resource_conflict' });
      expect(log).toEqual([]);
    });

    it('refuses while a workspace is held back that may have the request of a delivery without a row', async () => {
      await due(10);
      await put(nameless, workspace);
      await expect(skip('delivery-d2500', 0)).rejects.toMatchObject({ code: 'resource_conflict' });
      await put(releasedAt(workspace, 9));
      await skip('delivery-d2500', 0);
      expect(log).toMatchObject([{ metadata: { workspace_id: '' } }]);
    });
  });
});
