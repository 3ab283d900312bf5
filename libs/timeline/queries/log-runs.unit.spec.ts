import { type ReadOptions, StoreUnavailableError } from '#event-store';
import type { DomainEvent, RecordedEvent } from '#kernel';
import { FakeLog } from '../../read-model/testing/fake-log.js';
import { eventsAt } from './log-runs.js';

const imported = (id: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id: id, phone: null, name: 'Ada' },
});

const idsOf = (events: readonly RecordedEvent[]): readonly string[] => events.map(({ id }) => id);

/** A log that notes how it is read. */
class NotingLog {
  readonly log = new FakeLog();
  readonly reads: string[] = [];

  async read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    this.reads.push(`${stream} ${options.from}+${options.limit}`);
    return this.log.read(stream, options);
  }
}

describe('the events of places', () => {
  it('are read in runs of each stream, and come in the order of the places', async () => {
    const log = new NotingLog();
    const ours = log.log.append(
      'w',
      Array.from({ length: 120 }, (_, n) => imported(`c${n}`)),
    );
    const other = log.log.append('w', [imported('d')], 'delivery-d');
    const wanted = [ours[0]!, ours[3]!, other[0]!, ours[4]!, ours[100]!];
    expect(idsOf(await eventsAt(wanted, log))).toEqual(idsOf(wanted));
    expect(log.reads).toEqual(['workspace-w 0+5', 'delivery-d 0+1', 'workspace-w 100+1']);
  });

  it('come in the order of the places where a run goes on behind many runs of other streams', async () => {
    const log = new NotingLog();
    const [first, second] = log.log.append('w', [imported('a'), imported('b')]);
    const between = Array.from({ length: 20 }, (_, n) => log.log.append('w', [imported(`d${n}`)], `delivery-${n}`)[0]!);
    const wanted = [first!, ...between, second!];
    expect(idsOf(await eventsAt(wanted, log))).toEqual(idsOf(wanted));
    expect(log.reads.filter((read) => read.startsWith('workspace-w'))).toEqual(['workspace-w 0+2']);
  });

  it('are unavailable where a newer version wrote one, and faulty where the log lacks one', async () => {
    const log = new FakeLog();
    const [event] = log.append('w', [imported('a')]);
    await expect(eventsAt([{ ...event!, revision: 7 }], log)).rejects.toThrow('the log lacks workspace-w@7');
    log.unknown.add('ContactImported');
    await expect(eventsAt([event!], log)).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});
