import fc from 'fast-check';
import { TEST_WORKSPACE } from '#kernel/testing';
import { afterResets, MEMBERS } from '#members/domain';
import { SMART_LISTS } from '#smart-lists/domain';
import { DecidedDialing } from '../../testing/decided-dialing.js';
import { allHistories, HistoryIds, type Step } from '../../testing/histories.js';
import { WEATHERS, type Weather } from '../../testing/two-dialings.js';
import { CALLS } from '../calls/call.js';
import type { ListDrained } from './list-drained.js';

/*
 * Goal: ListDrained is written exactly where a walk over all members and calls says that a list became drained, and
 * time drains no list.
 * Method: random histories of decisions, on rows that lag behind their log. After each decision, and whenever time has
 * passed, each list is walked through member by member.
 */

/** Histories. HISTORIES=5000, with Jest's --testTimeout, for a run over night. */
const RUNS = Number(process.env['HISTORIES'] ?? 100);

/** The lists that are drained, by a walk over members and calls. */
function drainedLists({ workspace }: DecidedDialing): readonly string[] {
  const [members, calls] = [workspace.all(MEMBERS), workspace.all(CALLS)];
  const lists = workspace.all(SMART_LISTS).filter((list) => {
    const { smart_list_id: id, live, max_attempts_total: cap } = list;
    const ever = members.filter(({ smart_list_id }) => smart_list_id === id);
    const left = ever.filter((row) => row.active === 1 && !(cap && afterResets(row, list).attempt_count >= cap));
    const isCalling = calls.some(({ smart_list_id, completed_at }) => smart_list_id === id && completed_at === null);
    return live === 1 && ever.length > 0 && left.length === 0 && !isCalling;
  });
  return lists.map(({ smart_list_id }) => smart_list_id);
}

/** Plays a history. @returns how often a list was drained, and how often it was no more */
function play(begins: number, steps: readonly (readonly [Step, Weather])[]) {
  const seen = { drained: 0, refilled: 0 };
  let before: readonly string[] = [];
  const dialing: DecidedDialing = new DecidedDialing(begins, (consequences) => {
    const after = drainedLists(dialing);
    const told = (consequences as readonly ListDrained[]).map(({ data }) => data.smart_list_id);
    const became = after.filter((id) => !before.includes(id));
    expect([...told].sort()).toEqual([...became].sort());
    seen.drained += became.length;
    seen.refilled += before.filter((id) => !after.includes(id)).length;
    before = after;
  });
  let now = begins;
  const ids = new HistoryIds(TEST_WORKSPACE, () => now);
  for (const [step, weather] of steps) {
    if (weather === 'lag') dialing.workspace.appendUnseen([]);
    if (weather === 'catch up') dialing.workspace.catchUp();
    if ('wait' in step) dialing.setClock((now += step.wait * 60_000));
    else ids.learn(dialing.answer(ids.resolve(step)));
    // Of each decision the callback has judged what it changed: what is left is what time has done.
    expect(drainedLists(dialing)).toEqual(before);
  }
  return seen;
}

it('a drained list is told of in the write that drained it, and only there', () => {
  const total = { drained: 0, refilled: 0 };
  const weathers = fc.infiniteStream(fc.constantFrom(...WEATHERS));
  fc.assert(
    fc.property(allHistories(), weathers, ({ begins, steps }, weather) => {
      const { drained, refilled } = play(
        begins,
        steps.map((step) => [step, weather.next().value as Weather] as const),
      );
      total.drained += drained;
      total.refilled += refilled;
    }),
    { numRuns: RUNS },
  );
  expect(total.drained).toBeGreaterThan(RUNS / 5);
  expect(total.refilled).toBeGreaterThan(0);
});
