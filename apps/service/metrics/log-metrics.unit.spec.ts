import { Registry } from 'prom-client';
import { type CommitReport, StoreUnavailableError, WrongExpectedRevisionError } from '#event-store';
import type { NewEvent } from '#kernel';
import type { StorePair } from '../store-pair.js';
import { LogMetrics } from './log-metrics.js';

const event = (type: string) => ({ type }) as NewEvent;
const OUTAGE = new StoreUnavailableError('away');
const CONFLICT = new WrongExpectedRevisionError('s', 1, 2);

/** A log whose appends take 20 ms, and end as the test says. */
function around(onCommit?: StorePair['onCommit']) {
  let now = 0;
  const [registry, operatorRegistry] = [new Registry(), new Registry()];
  const metrics = new LogMetrics(() => now);
  const result = { revision: 0, position: '1' };
  const ends = { error: undefined as Error | undefined };
  const append = (): Promise<unknown> => {
    now += 20;
    return ends.error ? Promise.reject(ends.error) : Promise.resolve(result);
  };
  const pair = { store: { singleWriter: true, append }, onCommit } as unknown as StorePair;
  const { store } = metrics.over(pair);
  metrics.registerIn({ registry, operatorRegistry });
  const value = async (sample: string): Promise<number> => {
    const text = (await registry.metrics()) + (await operatorRegistry.metrics());
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))!
        .slice(sample.length + 1),
    );
  };
  return { store, ends, result, value };
}

it('appends are observed by their result, with their duration in seconds', async () => {
  const { store, ends, result, value } = around();
  expect(await store.append('s', [event('Happened')], 'no_stream')).toBe(result);
  for (const [error, label] of [
    [CONFLICT, 'refused'],
    [OUTAGE, 'unavailable'],
  ] as const) {
    ends.error = error;
    await expect(store.append('s', [event('Happened')], 0)).rejects.toBe(error);
    expect(await value(`eventlog_append_duration_seconds_count{result="${label}"}`)).toBe(1);
  }
  expect(await value('eventlog_append_duration_seconds_count{result="written"}')).toBe(1);
  expect(await value('eventlog_append_duration_seconds_sum{result="written"}')).toBeCloseTo(0.02);
});

it('calls are counted as dispatched once they are in the log', async () => {
  const { store, ends, value } = around();
  const events = ['CallDispatched', 'CallEnded', 'CallDispatched'].map(event);
  await store.append('s', events, 'no_stream');
  ends.error = OUTAGE;
  await expect(store.append('s', events, 0)).rejects.toBe(OUTAGE);
  expect(await value('dialer_calls_dispatched_total')).toBe(2);
});

it('where the log commits each append by itself, an append is a commit', async () => {
  const { store, ends, value } = around();
  await store.append('s', [event('A'), event('B'), event('C')], 'no_stream');
  ends.error = CONFLICT;
  await expect(store.append('s', [event('A')], 0)).rejects.toBe(CONFLICT);
  expect(await value('eventlog_commit_appends_count')).toBe(1);
  expect(await value('eventlog_commit_events_sum')).toBe(3);
});

it('where appends share commits, these are observed as the log reports them', async () => {
  let commit: (size: CommitReport) => void = () => undefined;
  const { store, value } = around((listener) => (commit = listener));
  await store.append('s', [event('A')], 'no_stream');
  commit({ appends: 12, events: 40 });
  expect(await value('eventlog_commit_appends_count')).toBe(1);
  expect(await value('eventlog_commit_appends_sum')).toBe(12);
  expect(await value('eventlog_commit_events_sum')).toBe(40);
});
