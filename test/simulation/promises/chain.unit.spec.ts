import type { Position } from '#kernel';
import { chained } from '../../../libs/event-store/hash-chain.js';
import type { History } from '../world.js';
import { appendsAreChained } from './chain.js';
import { CallCenter } from './testing/call-center.js';
import { historyOf } from './testing/told-history.js';

const STREAM = 'workspace-1';

/** Two appends of two events in one stream, as they stand in a log. */
function twoAppends(): History {
  const metadata = CallCenter.open().events[0]!.metadata;
  const event = (n: number) => ({ id: `id ${n}`, type: 'NoteTaken', data: { n }, metadata });
  const first = chained('', STREAM, 0, [event(0), event(1)]);
  const second = chained(first.link, STREAM, 2, [event(2), event(3)]);
  const stored = [...first.events, ...second.events].map(({ id, type, json, metadataJson }, revision) => ({
    ...{ id, type, stream: STREAM, revision, data: json!, metadata: metadataJson! },
    position: String(revision) as Position,
  }));
  const appends = [0, 2].map((from) => ({ from, to: from + 2, at: 0, process: 'p1', stream: STREAM }));
  return historyOf(CallCenter.open(), { stored, appends });
}

it('appends that are chained fit', () => {
  expect(appendsAreChained(twoAppends())).toEqual([]);
});

it('a changed event, an append without a link and one that is chained to another link are named', () => {
  const history = twoAppends();
  const changed = (at: number, change: (text: string) => string, field: 'data' | 'metadata' = 'metadata') => {
    const event = history.stored[at]!;
    return appendsAreChained({
      ...history,
      stored: history.stored.with(at, { ...event, [field]: change(event[field]) }),
    });
  };
  expect(changed(0, (data) => data.replace('0', '7'), 'data')).toHaveLength(2);
  expect(changed(3, (metadata) => metadata.replace(/,"chain".*/, '}'))).toEqual([
    'workspace-1@3: its append has no link',
  ]);
  expect(changed(3, (metadata) => metadata.replace(/"link":"./, '"link":"_'))).toEqual([
    expect.stringMatching(/^workspace-1@3: .* is not the chain of its append$/),
  ]);
  const last = history.stored[3]!;
  expect(changed(2, () => last.metadata)).toHaveLength(1);
});
