import { Random, seedOfThisRun } from '../support/random.js';
import { until } from '../support/until.js';
import { asReference, CallCenter } from './support/call-center.js';
import { shareClockedService } from './support/clocked-service.js';

/*
 * Goal: dialers that ask at the same time are given every contact in the order of the rules and none twice, while
 * members, settings and time zones change.
 * Method: ten dialers work until they have 900 answers. Then the log is replayed: each dispatch must be what the rules
 * pick at that place in the log, or, where settings changed, a contact that may be called.
 */

const DIALERS = 10;
/** Number of answers that all dialers together get. */
const ANSWERS = 900;
const RUN_MS = 120_000;

const clocked = shareClockedService();
const random = new Random(seedOfThisRun());

type Change = (center: CallCenter) => Promise<unknown>;

/** Lets all dialers work concurrently with one client that makes a random change after every ten of their answers. */
async function dialUnderChanges(center: CallCenter, changes: readonly Change[]): Promise<void> {
  let answers = 0;
  const goesOn = (): boolean => answers < ANSWERS;
  const change = async (): Promise<void> => {
    for (let next = 10; goesOn(); next += 10) {
      await random.oneOf(changes)(center);
      await until('the dialers have had more answers', () => answers >= next);
    }
  };
  const work = center.dialers.map((dialer) => dialer.work(center.client, goesOn, () => void (answers += 1)));
  await Promise.all([...work, change()]);
}

/** Changes of memberships and tiers, and time that passes: nothing that requires re-indexing. */
const memberships: readonly Change[] = [
  (center) => center.advanceClock(1 + random.below(12)),
  (center) => center.advanceClock(1 + random.below(12)),
  ({ api, lists, contacts }) => api.addMembers(random.oneOf(lists), random.sample(contacts, 5).map(asReference)),
  ({ api, lists, contacts }) => api.removeMembers(random.oneOf(lists), random.sample(contacts, 8).map(asReference)),
  ({ api, lists, contacts }) => api.resetMembers(random.oneOf(lists), random.sample(contacts, 8).map(asReference)),
  ({ api, contacts }) => api.removeEverywhere(random.sample(contacts, 2).map(asReference)),
  ({ api, lists }) => api.changeList(random.oneOf(lists), { priority: random.oneOf(['high', 'medium', 'lowest']) }),
];

/** Also changes of limits and of the time zone, and resets of lists: after these, queue positions are re-indexed. */
const settings: readonly Change[] = [
  ...memberships,
  ({ api, lists }) => api.resetList(random.oneOf(lists), random.below(2) === 0),
  ({ api, lists }) => api.changeList(random.oneOf(lists), { max_attempts_total: random.oneOf([null, 0, 1, 2, 4]) }),
  ({ api, lists }) => api.changeList(random.oneOf(lists), { max_attempts_per_day: random.oneOf([null, 0, 1, 3]) }),
  ({ api, lists }) => api.changeList(random.oneOf(lists), { min_retry_seconds: random.oneOf([0, 60, 3_600]) }),
  ({ clocked, workspaceId }) =>
    clocked.service.admin.patch(`/admin/workspaces/${workspaceId}`, {
      time_zone: random.oneOf(['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']),
      unlisted: { max_attempts_total: random.oneOf([null, 1, 3]), enabled: random.oneOf([true, false]) },
    }),
];

describe(`${DIALERS} dialers at the same time`, () => {
  it(
    'take contacts in the order of the rules along the stream, none twice, while members and tiers change',
    async () => {
      const center = await CallCenter.create(clocked(), random, DIALERS);
      await dialUnderChanges(center, memberships);
      const replay = await center.replay('order');
      expect(replay.dispatches.length).toBeGreaterThan(ANSWERS / 6);
      center.expectEachDispatchReceivedOnce(replay);
      await center.expectReadsOf(replay);
    },
    RUN_MS,
  );

  it(
    'dial no contact that is frozen, at a cap, in a retry gap or in a call, while limits and time zone change',
    async () => {
      const center = await CallCenter.create(clocked(), random, DIALERS);
      await dialUnderChanges(center, settings);
      const replay = await center.replay('safety');
      expect(replay.dispatches.length).toBeGreaterThan(ANSWERS / 10);
      center.expectEachDispatchReceivedOnce(replay);
      await center.expectReadsOf(replay);
    },
    RUN_MS,
  );
});
