import { VirtualTimers } from '#kernel/testing';
import { Lane, type LanePorts } from './lane.js';

function lane(ports: Partial<LanePorts<string>> = {}): { readonly lane: Lane<string>; readonly done: string[] } {
  const done: string[] = [];
  const all: LanePorts<string> = {
    timers: new VirtualTimers(),
    nameOf: (item) => item,
    work: (item) => Promise.resolve(void done.push(item)),
    again: () => undefined,
    park: () => undefined,
    ...ports,
  };
  return { lane: new Lane(all), done };
}

it('does items in their order, those added meanwhile too, each once', async () => {
  const { lane: made, done } = lane();
  expect(['b', 'a', 'b'].map((item) => made.add(item))).toEqual([true, true, false]);
  const running = made.run();
  made.add('c');
  await running;
  expect([done, made.length]).toEqual([['b', 'a', 'c'], 0]);
  expect(made.add('b')).toBe(true);
});

it('compares a new item with none of those that wait', () => {
  let named = 0;
  const { lane: made } = lane({
    nameOf: (item) => {
      named += 1;
      return item;
    },
  });
  const items = Array.from({ length: 2_000 }, (_, n) => `scope ${n}`);
  for (const item of [...items, ...items]) made.add(item);
  expect([made.length, named]).toEqual([2_000, 4_000]);
});
