import type { RequestContext } from '#http';
import { CALLS } from '#dialing/domain';
import { HELD_STREAMS, heldAt } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { testId } from '#kernel/testing';
import { PARKED_WORK, type ParkedWorkRow } from '#workspaces/domain';
import { ParkedItems } from './parked-items.js';
import type { ParkedFilter } from './parked-list.js';

const [A, B] = [testId(1), testId(2)];
const why = { type: 'FromTheFuture', projection: null, reason: 'unknown' };

describe('parked items', () => {
  let model: MemoryReadModel;
  let skips: unknown[];
  let sent: object[];
  let items: ParkedItems;

  beforeEach(() => {
    model = new MemoryReadModel();
    [skips, sent] = [[], []];
    const skipping = { skip: async (skip: object) => void skips.push(skip) };
    const bus = { execute: async (command: object) => sent.push(command) as never };
    items = new ParkedItems({ readModel: model, skipping, bus });
  });

  /** A call whose timer is parked; `now` is the version in which it is on the to-do list, '' if it is done. */
  async function call(n: number, workspace_id = A, now = 'v1', more: Partial<ParkedWorkRow> = {}): Promise<string> {
    const item = testId(n);
    const open = now === '' ? 0 : 1;
    const row = { workspace_id, worker: 'call_timers', item, version: 'v1', parked_id: testId(1_000 + n) };
    const state = { state: 'parked', parked: 1, skipped: 0, revision: 1, ...more };
    const todo = {
      workspace_id,
      call_id: item,
      event_id: now,
      open,
      in_flight: 0,
      contact_id: 'c',
      due_at: '',
      number: n,
    };
    await model.putRows([
      {
        collection: PARKED_WORK,
        key: [workspace_id, 'call_timers', item],
        document: { ...row, ...state },
      },
      { collection: CALLS, key: [workspace_id, item], document: { ...todo, revision: 1 } },
    ]);
    return row.parked_id;
  }
  const held = (stream: string, revision: number, workspaceId: string) =>
    model.putRows([
      { collection: HELD_STREAMS, key: [stream], document: heldAt({ stream, revision, workspaceId, ...why }) },
    ]);

  /** What the pages of a size show, a list each. */
  async function pages(filter: ParkedFilter, size: number): Promise<readonly (readonly string[])[]> {
    const shown: string[][] = [];
    let after: Parameters<ParkedItems['list']>[2];
    do {
      const page = await items.list(filter, size, after);
      shown.push(page.items.map(({ kind, row }) => (kind === 'event' ? row.stream : row.item)));
      after = page.next;
    } while (after);
    return shown;
  }

  it('are listed once, whatever the size of the pages, without those that are done or of another version', async () => {
    await held(`workspace-${B}`, 3, B);
    for (let n = 10; n < 17; n += 1) await call(n, n % 2 === 0 ? A : B);
    await call(20, A, '');
    await call(21, A, 'v2');
    const all = [`workspace-${B}`, ...[10, 12, 14, 16, 11, 13, 15].map(testId)];
    for (let size = 1; size < 12; size += 1) expect((await pages({}, size)).flat()).toEqual(all);
    expect(await pages({}, 3)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
  });

  it('are filtered by kind and workspace', async () => {
    await held(`workspace-${B}`, 3, B);
    await held(`delivery-${testId(5)}`, 3, A);
    await call(10);
    await call(11, B);
    const flat = async (filter: ParkedFilter) => (await pages(filter, 1)).flat();
    expect(await flat({ kind: 'event' })).toEqual([`delivery-${testId(5)}`, `workspace-${B}`]);
    expect(await flat({ workspaceId: A })).toEqual([`delivery-${testId(5)}`, testId(10)]);
    expect(await flat({ kind: 'call_timers', workspaceId: B })).toEqual([testId(11)]);
    expect(await flat({ kind: 'sweeps' })).toEqual([]);
  });

  const context = { adminContext: () => ({}) } as RequestContext;
  const retry = (id: string) => items.retry(id, context);
  const skip = (id: string, revision?: number) => items.skip(id, { reason: 'a slip', revision }, context);

  it('whose work is done are not sent anywhere: a retry says so, a skip is refused', async () => {
    const id = await call(10, A, '');
    expect(await retry(id)).toMatchObject({ state: 'done' });
    await expect(skip(id)).rejects.toMatchObject({ code: 'resource_conflict' });
    expect(sent).toEqual([]);
  });

  it('that were skipped are decided by the log, although their work is done', async () => {
    const id = await call(10, A, '', { state: 'skipped', parked: 0, skipped: 1 });
    await skip(id);
    await retry(id);
    expect(sent).toHaveLength(2);
  });

  it('that are events are skipped at the revision that was seen, and never retried', async () => {
    await held(`workspace-${B}`, 3, B);
    await expect(retry(B)).rejects.toMatchObject({ code: 'resource_conflict' });
    await expect(skip(B)).rejects.toMatchObject({ code: 'validation_failed' });
    expect(skips).toEqual([]);
    expect(await skip(B, 3)).toMatchObject({ state: 'skipped' });
    expect(skips).toEqual([{ stream: `workspace-${B}`, revision: 3, reason: 'a slip' }]);
  });

  it('that are unknown are not found', async () => {
    for (const id of ['', A]) await expect(items.find(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
