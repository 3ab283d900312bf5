import type { MemberCountRow } from '#members/domain';
import type { Priority, SmartListRow } from '#smart-lists/domain';
import { addToQueueDepth, type QueueDepth } from './queue-depth.js';

const list = (priority: Priority, max_attempts_per_day: number | null = null) =>
  ({ priority, max_attempts_per_day, max_attempts_total: null, paused: false }) as SmartListRow;
const count = (active_members: number) => ({ active_members }) as MemberCountRow;

it('the depth of a tier has the members of all its lists that are not frozen, over all workspaces', () => {
  const depth: QueueDepth = new Map([['low', 0]]);
  const lists = new Map([
    ['a', list('high')],
    ['b', list('high')],
    ['frozen', list('high', 0)],
    ['paused', { ...list('high'), paused: true }],
    ['c', list('medium')],
    ['empty', list('medium')],
  ]);
  const counts = new Map([
    ['a', count(3)],
    ['b', count(4)],
    ['frozen', count(50)],
    ['paused', count(70)],
    ['c', count(5)],
    ['deleted', count(60)],
  ]);
  addToQueueDepth(depth, lists, counts);
  addToQueueDepth(depth, new Map([['d', list('high')]]), new Map([['d', count(10)]]));
  expect(Object.fromEntries(depth)).toEqual({ low: 0, high: 17, medium: 5 });
});
