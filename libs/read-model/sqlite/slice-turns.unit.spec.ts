import { SliceTurns } from './slice-turns.js';

const microtasks = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('runs one slice per turn of the event loop, in the order of the requests', async () => {
  const turns: (() => void)[] = [];
  const gate = new SliceTurns(() => new Promise((next) => turns.push(next)));
  const begun: number[] = [];
  for (const slice of [1, 2, 3]) void gate.take().then(() => begun.push(slice));
  await microtasks();
  expect(begun).toEqual([1]);
  for (const expected of [
    [1, 2],
    [1, 2, 3],
  ]) {
    turns.shift()!();
    await microtasks();
    expect(begun).toEqual(expected);
  }
  // The turn after the last slice is free: the next slice need not wait.
  turns.shift()!();
  await microtasks();
  void gate.take().then(() => begun.push(4));
  await microtasks();
  expect([begun, turns.length]).toEqual([[1, 2, 3, 4], 1]);
});

it('lets other work run between two slices', async () => {
  const gate = new SliceTurns();
  const order: string[] = [];
  const reads = ['a', 'b', 'c'].map((read) => gate.take().then(() => order.push(read)));
  setImmediate(() => order.push('other'));
  await Promise.all(reads);
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('c'));
});
