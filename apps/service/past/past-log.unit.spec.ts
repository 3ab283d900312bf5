import type { FollowedEvent } from '#event-store';
import type { Position, RecordedEvent } from '#kernel';
import { PastLog } from './past-log.js';

const [A, B] = ['workspace-a', 'workspace-b'];
const at = (second: number): string => `2030-01-01T00:00:0${second}.000Z`;
const position = (n: number) => String(n).padStart(4, '0') as Position;

/** Events of a log, told by stream and second; positions are their places from 1. */
function logOf(...told: readonly (readonly [stream: string, second: number | 'unreadable'])[]) {
  const revisions = new Map<string, number>();
  const events = told.map(([stream, second], n): FollowedEvent => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const header = { stream, revision, position: position(n + 1), type: 'Told' };
    if (second === 'unreadable') return { ...header, workspaceId: '', unreadable: 'its type is unknown' };
    const metadata = { workspace_id: stream.slice(-1), occurred_at: at(second) };
    return { ...header, id: String(n), data: {}, metadata } as unknown as RecordedEvent;
  });
  return {
    async read(
      stream: string,
      { from, backwards = false, limit }: { from?: number; backwards?: boolean; limit: number },
    ) {
      const all = events.filter((event) => event.stream === stream) as RecordedEvent[];
      const start = from ?? (backwards ? Infinity : 0);
      const found = all.filter(({ revision }) => (backwards ? revision <= start : revision >= start));
      return (backwards ? found.reverse() : found).slice(0, limit);
    },
    async *follow({ batchSize = 2 }: { readonly batchSize?: number }) {
      for (let n = 0; n < events.length; n += batchSize) {
        const batch = events.slice(n, n + batchSize);
        yield { events: batch, position: batch.at(-1)!.position, caughtUp: n + batchSize >= events.length };
      }
    },
  };
}

async function followed(past: PastLog): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { events } of past.follow({ prefixes: [''], signal: new AbortController().signal })) {
    names.push(...events.map(({ stream, revision }) => `${stream} ${revision}`));
  }
  return names;
}

it('ends each stream before its first event that is later, whatever stands behind it in the log', async () => {
  const past = new PastLog(logOf([A, 1], [A, 2], [A, 4], [B, 3], [A, 3], [B, 5]), { until: at(3) });
  expect(await followed(past)).toEqual([`${A} 0`, `${A} 1`, `${B} 0`]);
  expect(past.resumesAfter).toBe(position(2));
});

it('has everything that was written at the instant itself', async () => {
  const past = new PastLog(logOf([A, 1], [A, 3], [A, 3]), { until: at(3) });
  expect(await followed(past)).toHaveLength(3);
  expect(past.resumesAfter).toBe(position(3));
});

it('keeps an event that cannot be read between two that are past, and leaves it out behind a later one', async () => {
  const log = logOf([A, 1], [A, 'unreadable'], [A, 2], [B, 4], [B, 'unreadable']);
  expect(await followed(new PastLog(log, { until: at(3) }))).toEqual([`${A} 0`, `${A} 1`, `${A} 2`]);
});

it('has the deliveries of one workspace where one is asked for', async () => {
  const log = logOf(['delivery-1-a', 1], ['delivery-2-b', 1], ['delivery-3-a', 4]);
  expect(await followed(new PastLog(log, { until: at(3), workspaceId: 'a' }))).toEqual(['delivery-1-a 0']);
});

it('reads a stream up to its end of then, from either side', async () => {
  const past = new PastLog(logOf([A, 1], [A, 2], [A, 4], [A, 5], [B, 4]), { until: at(3) });
  await followed(past);
  const read = async (stream: string, options: { from?: number; backwards?: boolean; limit: number }) =>
    (await past.read(stream, options)).map(({ revision }) => revision);
  expect(await read(A, { limit: 9 })).toEqual([0, 1]);
  expect(await read(A, { backwards: true, limit: 1 })).toEqual([1]);
  expect(await read(A, { backwards: true, from: 0, limit: 9 })).toEqual([0]);
  expect(await read(A, { from: 2, limit: 9 })).toEqual([]);
  expect(await read(B, { backwards: true, limit: 9 })).toEqual([]);
});

it('says when the log begins, where nothing of it is past', async () => {
  const past = new PastLog(logOf([A, 4], [A, 5]), { until: at(3) });
  expect(await followed(past)).toEqual([]);
  expect([past.isEmpty, past.begins, past.resumesAfter]).toEqual([true, at(4), undefined]);
});
