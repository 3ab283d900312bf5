import fc from 'fast-check';
import { QUEUE_CAPACITY, ReceiverQueues } from './receiver-queues.js';
import { isDueBefore, type QueuedDelivery } from '../queued-delivery.js';

const admission = (allows: (host: string) => boolean) => ({
  allows: ({ host }: QueuedDelivery) => allows(host),
  precedes: isDueBefore,
});
const of = { workspace_id: 'w', receiver_id: 'o' };

const item = fc.record({
  workspace_id: fc.constant('w'),
  receiver_id: fc.constantFrom('o', 'p'),
  host: fc.constantFrom('a', 'b', 'c'),
  due_at: fc.integer({ min: 0, max: 9 }).map((n) => `2030-01-0${n}`),
  number: fc.nat(5),
});

describe('queues', () => {
  it('give the next delivery of the receivers with capacity, regardless of its arrival', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.subarray(['a', 'b', 'c']), (items, open) => {
        const queues = new ReceiverQueues<(typeof items)[number]>();
        items.forEach((each) => expect(queues.enqueue(each)).toBe(true));
        const taken: (typeof items)[number][] = [];
        for (let next = queues.dequeue(admission((host) => open.includes(host))); next;) {
          taken.push(next);
          next = queues.dequeue(admission((host) => open.includes(host)));
        }
        const places = taken.map(({ due_at, number }) => `${due_at} ${number}`);
        expect(places).toEqual([...places].sort());
        expect(taken).toHaveLength(items.filter(({ host }) => open.includes(host)).length);
        expect(queues.size).toBe(items.length - taken.length);
      }),
    );
  });

  it('of one receiver hold 1,024, and leave space for other receivers', () => {
    const queues = new ReceiverQueues();
    const add = (host: string, number: number) => queues.enqueue({ ...of, host, number, due_at: '' });
    const added = Array.from({ length: QUEUE_CAPACITY + 50 }, (_, n) => add('a', n));
    expect(added.filter((there) => there)).toHaveLength(QUEUE_CAPACITY);
    expect(add('b', 0)).toBe(true);
    queues.clear();
    expect([queues.size, queues.dequeue(admission(() => true))]).toEqual([0, undefined]);
  });

  it('hold 50,000 in all, and report no queue as short that could not be filled', () => {
    const queues = new ReceiverQueues();
    let added = 0;
    while (queues.enqueue({ ...of, host: `h${added % 100}`, number: added, due_at: '' })) added += 1;
    expect([added, queues.size, queues.isShort('new o')]).toEqual([50_000, 50_000, false]);
    const unlimited = admission(() => true);
    for (; added > 25_000; added -= 1) queues.dequeue(unlimited);
    expect(queues.isShort('new o')).toBe(false);
    queues.dequeue(unlimited);
    expect(queues.isShort('new o')).toBe(true);
  });
});
