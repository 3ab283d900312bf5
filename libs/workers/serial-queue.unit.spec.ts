import { VirtualTimers } from '#kernel/testing';
import { SerialQueue, type SerialQueuePorts } from './serial-queue.js';

function serialQueue(ports: Partial<SerialQueuePorts<string>> = {}): {
  readonly serialQueue: SerialQueue<string>;
  readonly done: string[];
} {
  const done: string[] = [];
  const all: SerialQueuePorts<string> = {
    timers: new VirtualTimers(),
    keyOf: (item) => item,
    work: (item) => Promise.resolve(void done.push(item)),
    isLastTry: () => false,
    onRetry: () => undefined,
    park: () => undefined,
    ...ports,
  };
  return { serialQueue: new SerialQueue(all), done };
}

it('handles items in order, also those added meanwhile, each once', async () => {
  const { serialQueue: made, done } = serialQueue();
  expect(['b', 'a', 'b'].map((item) => made.add(item))).toEqual([true, true, false]);
  const running = made.run();
  made.add('c');
  await running;
  expect([done, made.length]).toEqual([['b', 'a', 'c'], 0]);
  expect(made.add('b')).toBe(true);
});

it('does not compare a new item with waiting ones', () => {
  let named = 0;
  const { serialQueue: made } = serialQueue({
    keyOf: (item) => {
      named += 1;
      return item;
    },
  });
  const items = Array.from({ length: 2_000 }, (_, n) => `scope ${n}`);
  for (const item of [...items, ...items]) made.add(item);
  expect([made.length, named]).toEqual([2_000, 4_000]);
});
