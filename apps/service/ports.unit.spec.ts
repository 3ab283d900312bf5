import type { ValueProvider } from '@nestjs/common';
import { SkippedEvents } from '#event-store';
import {
  HELD_STREAMS,
  heldAt,
  type HeldStreamRow,
  releasedAt,
  ROWS_LAG,
  type RowsLag,
  UNSHARED_ROWS,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import type { Config } from './config.js';
import { makePorts } from './ports.js';
import type { StorePair } from './store-pair.js';

const why = { type: 'FromTheFuture', projection: null, reason: 'unknown' };
const workspace = heldAt({ stream: 'workspace-w', revision: 5, workspaceId: 'w', ...why });

it('answers unknown keys with 503 while a workspace is held back, also as the only process', async () => {
  const readModel = new MemoryReadModel();
  const pair = {
    store: { read: () => Promise.resolve([]) },
    skipped: new SkippedEvents(),
    readModel,
    changes: { stamp: () => undefined },
    lag: UNSHARED_ROWS,
    onProgress: () => undefined,
  } as unknown as StorePair;
  const config = { testClock: false, idempotencyDays: 1, production: false, webhookAllow: [] } as unknown as Config;
  const { heldBoard, providers } = makePorts(config, pair, [Buffer.alloc(32)], () => undefined);
  const lag = (providers as ValueProvider<RowsLag>[]).find(({ provide }) => provide === ROWS_LAG)!.useValue;
  const isBehindWith = async (row: HeldStreamRow): Promise<boolean> => {
    await readModel.putRows([{ collection: HELD_STREAMS, key: [row.stream], document: row }]);
    await heldBoard.refresh();
    return lag.isBehind();
  };
  expect(await isBehindWith(workspace)).toBe(true);
  expect(await isBehindWith(releasedAt(workspace, 9))).toBe(false);
});
