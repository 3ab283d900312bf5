import { type ReadOptions, StoreUnavailableError } from '#event-store';
import type { DomainEvent, RecordedEvent } from '#kernel';
import { FakeLog } from '../../read-model/testing/fake-log.js';
import type { EventPlace } from '../domain/index.js';
import { eventsOf } from './events-of-log.js';

const imported = (id: string, name = 'Ada'): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id: id, phone: null, name },
});

const rowOf = ({ stream, revision, position, type }: RecordedEvent): EventPlace => ({
  ...{ workspace_id: 'w', stream: stream === 'workspace-w' ? '' : stream, revision, position: position!, type },
  latest_first: 0,
});

const noKeys = { getMany: async () => [] };

/** A log that notes how it is read. */
class NotingLog {
  readonly log = new FakeLog();
  readonly reads: string[] = [];

  async read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    this.reads.push(`${stream} ${options.from}+${options.limit}`);
    return this.log.read(stream, options);
  }
}

describe('the events of rows', () => {
  it('are read in runs of each stream, and come in the order of the rows', async () => {
    const log = new NotingLog();
    const ours = log.log.append(
      'w',
      Array.from({ length: 120 }, (_, n) => imported(`c${n}`)),
    );
    const other = log.log.append('w', [imported('d')], 'delivery-d');
    const wanted = [ours[0]!, ours[3]!, other[0]!, ours[4]!, ours[100]!];
    const { events, taken } = await eventsOf(wanted.map(rowOf), log, noKeys);
    expect(events.map(({ event_id }) => event_id)).toEqual(wanted.map(({ id }) => id));
    expect(taken).toBe(5);
    expect(log.reads).toEqual(['workspace-w 0+5', 'delivery-d 0+1', 'workspace-w 100+1']);
  });

  it('come in the order of the rows where a run goes on behind many runs of other streams', async () => {
    const log = new NotingLog();
    const [first, second] = log.log.append('w', [imported('a'), imported('b')]);
    const between = Array.from({ length: 20 }, (_, n) => log.log.append('w', [imported(`d${n}`)], `delivery-${n}`)[0]!);
    const wanted = [first!, ...between, second!];
    const { events, taken } = await eventsOf(wanted.map(rowOf), log, noKeys);
    expect(events.map(({ event_id }) => event_id)).toEqual(wanted.map(({ id }) => id));
    expect(taken).toBe(wanted.length);
    expect(log.reads.filter((read) => read.startsWith('workspace-w'))).toEqual(['workspace-w 0+2']);
  });

  it('end after four million characters, with at least one event', async () => {
    const log = new NotingLog();
    const ours = log.log.append(
      'w',
      Array.from({ length: 9 }, (_, n) => imported(`c${n}`, 'x'.repeat(1_500_000))),
    );
    const { events, taken } = await eventsOf(ours.map(rowOf), log, noKeys);
    expect([events.length, taken]).toEqual([3, 3]);
    const [huge] = log.log.append('w', [imported('huge', 'x'.repeat(5_000_000))]);
    expect((await eventsOf([rowOf(huge!)], log, noKeys)).events).toHaveLength(1);
  });

  it('have the present names of the keys that acted, each read once', async () => {
    const log = new FakeLog();
    const events = log.append('w', [imported('a'), imported('b')]);
    const actor = { kind: 'api_key' as const, id: 'k1' };
    for (const [n, event] of events.entries()) log.events[n] = { ...event, metadata: { ...event.metadata, actor } };
    const asked: unknown[] = [];
    const keys = {
      getMany: async (_: unknown, wanted: unknown) => {
        asked.push(wanted);
        return [{ name: 'CRM', revision: 1 }] as never[];
      },
    };
    const found = await eventsOf(log.events.map(rowOf), log, keys);
    expect(found.events.map((event) => event.actor)).toEqual(Array(2).fill({ type: 'api_key', id: 'k1', name: 'CRM' }));
    expect(asked).toEqual([[['w', 'k1']]]);
  });

  it('are those that are wanted', async () => {
    const log = new FakeLog();
    const rows = log.append('w', [imported('a'), imported('b')]).map(rowOf);
    const isWanted = ({ data }: RecordedEvent) => (data as { readonly contact_id: string }).contact_id === 'b';
    const { events, taken } = await eventsOf(rows, log, noKeys, isWanted);
    expect([events.map(({ data }) => data['contact_id']), taken]).toEqual([['b'], 2]);
  });

  it('leave out what an operator has skipped since', async () => {
    const log = new FakeLog();
    const [first, second] = log.append('w', [imported('a'), imported('b')]);
    log.events[0] = { ...first!, type: 'EventSkipped', data: {} };
    const { events, taken } = await eventsOf([rowOf(first!), rowOf(second!)], log, noKeys);
    expect([events.map(({ event_id }) => event_id), taken]).toEqual([[second!.id], 2]);
  });

  it('are unavailable where a newer version wrote one, and faulty where the log lacks one', async () => {
    const log = new FakeLog();
    const [event] = log.append('w', [imported('a')]);
    const row = rowOf(event!);
    await expect(eventsOf([{ ...row, revision: 7 }], log, noKeys)).rejects.toThrow('the log lacks workspace-w@7');
    log.unknown.add('ContactImported');
    await expect(eventsOf([row], log, noKeys)).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});
