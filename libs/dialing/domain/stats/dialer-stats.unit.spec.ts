import fc from 'fast-check';
import { instant } from '#kernel';
import { testId, TestWorkspace } from '#kernel/testing';
import { CALL_RESULTS } from '../calls/call-events.js';
import { allHistories } from '../../testing/histories.js';
import {
  added,
  ANN,
  BOB,
  CALL,
  event,
  listDeleted,
  OTHER_CALL,
  past,
  projections,
  SPRING,
  THIRD_CALL,
} from '../../testing/past.js';
import { type ModelCall, type ModelList, NAIVE_TIERS } from '../../testing/reference-model/state.js';
import { same, TwoDialings, WEATHERS } from '../../testing/two-dialings.js';
import { dialerStats } from './dialer-stats.js';

const weathers = fc.array(fc.constantFrom(...WEATHERS), { minLength: 100, maxLength: 100 });

/** The stats by a walk over every list, membership and call of the reference model. */
function walked({ model }: TwoDialings) {
  const isFrozen = ({ paused, max_attempts_per_day, max_attempts_total }: ModelList): boolean =>
    paused || max_attempts_per_day === 0 || max_attempts_total === 0;
  const counts = (list: ModelList, priority: string): boolean =>
    list.live && !isFrozen(list) && list.priority === priority;
  const inFlight = model.calls.filter(({ ended_at }) => ended_at === null);
  const count = (fits: (call: ModelCall) => boolean): number => inFlight.filter(fits).length;
  const isRecent = (at: number | null): boolean => at !== null && at >= model.now - 3_600_000;
  const begun = model.calls.filter(({ dispatched_at }) => isRecent(dispatched_at));
  const ended = model.calls.filter(({ ended_at }) => isRecent(ended_at));
  const by = CALL_RESULTS.map((each) => [each, ended.filter(({ result }) => result === each).length]);
  return {
    ok: true,
    at: instant(model.now),
    tiers: NAIVE_TIERS.map((priority) => ({
      priority,
      lists: model.lists.filter((list) => counts(list, priority)).length,
      members: model.memberships.filter(({ list, removed }) => removed === null && counts(list, priority)).length,
      in_call: count(({ list }) => list?.live === true && list.priority === priority),
    })),
    in_call_without_tier: {
      unlisted: count(({ list, snapshot }) => list === null && snapshot !== null),
      registered: count(({ snapshot }) => snapshot === null),
      deleted_list: count(({ list }) => list?.live === false),
    },
    calls_in_progress: inFlight.length,
    agents: 0,
    without_agent: inFlight.length,
    last_hour: {
      from: instant(model.now - 3_600_000),
      dispatched: begun.filter(({ snapshot }) => snapshot !== null).length,
      registered: begun.filter(({ snapshot }) => snapshot === null).length,
      ended: ended.length,
      by_result: Object.fromEntries(by) as object,
    },
  };
}

it('are what a walk over all lists, members and calls counts, after every step of any history', () => {
  fc.assert(
    fc.property(allHistories(), weathers, ({ begins, steps }, weather) => {
      const both = new TwoDialings(begins, true);
      steps.forEach((step, n) => {
        both.play(step, weather[n % weather.length]!);
        same(both.decided.ask(dialerStats()), walked(both), step);
      });
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 60) },
  );
});

describe('of calls in progress', () => {
  const LEASE = '2030-01-01T09:00:00.000Z';
  const snapshot = { smart_list_id: SPRING, name: 'Spring', priority: 'medium', member_number: 8 };
  const from = { smart_list_id: SPRING, member_number: 8, attempt_number: 1, lease_expires_at: LEASE, snapshot };
  const begun = (call_id: string, contact_id: string) =>
    event('CallDispatched', { call_id, contact_id, phone: '+12025550101', ...from });
  const detailed = (call_id: string, agent_id: string | null) =>
    event('CallDetailsRecorded', { call_id, contact_id: ANN, dispatched_at: LEASE, agent_id });
  const CLEO = testId(103);
  const inCall = () =>
    new TestWorkspace(projections)
      .append(past)
      .append([added(SPRING), added(SPRING, BOB)])
      .append([begun(CALL, ANN), begun(OTHER_CALL, BOB), begun(THIRD_CALL, CLEO)]);
  const statsOf = (workspace: TestWorkspace) => dialerStats()(workspace).answer().body;

  it('count each agent once, and apart the calls whose agent is not known', () => {
    const workspace = inCall().append([detailed(CALL, 'ada'), detailed(OTHER_CALL, 'ada')]);
    expect(statsOf(workspace)).toMatchObject({ calls_in_progress: 3, agents: 1, without_agent: 1 });
    workspace.append([detailed(THIRD_CALL, 'bob'), detailed(CALL, null)]);
    expect(statsOf(workspace)).toMatchObject({ calls_in_progress: 3, agents: 2, without_agent: 1 });
  });

  it('follow the priority that their list has now, also while it is frozen, and are of none once it was deleted', () => {
    const workspace = inCall();
    const lowest = () => statsOf(workspace).tiers.at(-1);
    const changed = (changes: object) =>
      workspace.append([event('SmartListChanged', { smart_list_id: SPRING, changes })]);
    changed({ priority: 'lowest' });
    expect(lowest()).toEqual({ priority: 'lowest', lists: 1, members: 2, in_call: 3 });
    changed({ max_attempts_total: 0 });
    expect(lowest()).toEqual({ priority: 'lowest', lists: 0, members: 0, in_call: 3 });
    workspace.append([listDeleted(SPRING)]);
    expect(lowest()).toMatchObject({ in_call: 0 });
    expect(statsOf(workspace).in_call_without_tier).toEqual({ unlisted: 0, registered: 0, deleted_list: 3 });
  });
});
