import { Chance, seedOfThisRun } from '../crash/support/random.js';
import { until } from '../support/until.js';
import { asReference, CallFloor } from './support/call-floor.js';
import { shareClockedService } from './support/clocked-service.js';

const DIALERS = 10;
/** Answers that the dialers get, all together. */
const ANSWERS = 900;
const RUN_MS = 120_000;

const clocked = shareClockedService();
const chance = new Chance(seedOfThisRun());

type Change = (floor: CallFloor) => Promise<unknown>;

/** Lets ten dialers work at the same time as somebody else, who does something after every ten of their answers. */
async function workDay(floor: CallFloor, changes: readonly Change[]): Promise<void> {
  let answers = 0;
  const goesOn = (): boolean => answers < ANSWERS;
  const change = async (): Promise<void> => {
    for (let next = 10; goesOn(); next += 10) {
      await chance.of(changes)(floor);
      await until('the dialers have had more answers', () => answers >= next);
    }
  };
  const work = floor.dialers.map((dialer) => dialer.work(floor.client, goesOn, () => void (answers += 1)));
  await Promise.all([...work, change()]);
}

/** Who is where and in which tier: nothing that a row of the queue is placed by. */
const memberships: readonly Change[] = [
  (floor) => floor.pass(1 + chance.below(12)),
  (floor) => floor.pass(1 + chance.below(12)),
  ({ api, lists, contacts }) => api.addMembers(chance.of(lists), chance.some(contacts, 5).map(asReference)),
  ({ api, lists, contacts }) => api.removeMembers(chance.of(lists), chance.some(contacts, 8).map(asReference)),
  ({ api, contacts }) => api.removeEverywhere(chance.some(contacts, 2).map(asReference)),
  ({ api, lists }) => api.changeList(chance.of(lists), { priority: chance.of(['high', 'medium', 'lowest']) }),
];

/** What the queue has to be placed anew for, too. */
const settings: readonly Change[] = [
  ...memberships,
  ({ api, lists }) => api.changeList(chance.of(lists), { max_attempts_total: chance.of([null, 0, 1, 2, 4]) }),
  ({ api, lists }) => api.changeList(chance.of(lists), { max_attempts_per_day: chance.of([null, 0, 1, 3]) }),
  ({ api, lists }) => api.changeList(chance.of(lists), { min_retry_seconds: chance.of([0, 60, 3_600]) }),
  ({ clocked, workspaceId }) =>
    clocked.service.admin.patch(`/admin/workspaces/${workspaceId}`, {
      time_zone: chance.of(['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']),
      unlisted: { max_attempts_total: chance.of([null, 1, 3]), enabled: chance.of([true, false]) },
    }),
];

describe(`${DIALERS} dialers at the same time`, () => {
  it(
    'take everybody in the order in which the rules pick along the stream, nobody twice, also while members come and go and tiers change',
    async () => {
      const floor = await CallFloor.open(clocked(), chance, DIALERS);
      await workDay(floor, memberships);
      const replay = await floor.replay('order');
      expect(replay.dispatches.length).toBeGreaterThan(ANSWERS / 6);
      floor.expectGivenOnce(replay);
      await floor.expectReadsOf(replay);
    },
    RUN_MS,
  );

  it(
    'dial nobody who is frozen, at a cap, within a gap or in a call, while caps, gaps and the time zone change under them',
    async () => {
      const floor = await CallFloor.open(clocked(), chance, DIALERS);
      await workDay(floor, settings);
      const replay = await floor.replay('safety');
      expect(replay.dispatches.length).toBeGreaterThan(ANSWERS / 10);
      floor.expectGivenOnce(replay);
      await floor.expectReadsOf(replay);
    },
    RUN_MS,
  );
});
