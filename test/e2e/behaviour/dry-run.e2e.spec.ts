import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../support/http.js';
import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { dryRun, effectsOf } from '../../support/dry-run.js';
import { Random, seedOfThisRun } from '../../support/random.js';
import { shareService } from '../../support/shared.js';
import type { SmartList } from '../../support/types.js';
import { withUnchanged } from '../../support/unchanged.js';
import { until } from '../../support/until.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService({ env: { TEST_CLOCK: '1', NODE_ENV: 'test' } });
const START = Date.parse('2030-01-10T15:00:00.000Z');
const put = (at: number | null): Promise<Answer> => {
  const now = at === null ? null : new Date(at).toISOString();
  return service().admin.send({ method: 'PUT', path: '/admin/clock', json: { now } });
};

afterEach(() => put(null));

/** Everything that a dry run tells of, as reads show it. */
async function shown({ api }: TestWorkspace, listId: string) {
  const [list, members, removed] = [await api.list(listId), api.members(listId), api.members(listId, 'removed')];
  return { list, members: await members, removed: await removed, queue: await api.preview(20) };
}

/** The change itself, once its members have moved and the queue follows it. */
async function change(workspace: TestWorkspace, listId: string, changes: object, isDone: () => Promise<boolean>) {
  const answer = await workspace.client.patch(`/smart-lists/${listId}`, changes);
  success(answer, 200);
  if (answer.headers['projection-lag'] !== undefined) await until('the change is done', isDone);
}

/**
 * Tries a change and makes it: what was told is what reads show afterwards, and what was tried has changed nothing.
 * @returns what was told
 */
async function expectTruth(workspace: TestWorkspace, listId: string, changes: object) {
  const before = await shown(workspace, listId);
  const told = await withUnchanged(workspace, () => dryRun(workspace.client, listId, changes));
  const isDone = async (): Promise<boolean> => {
    const list = await workspace.api.list(listId);
    if (list.member_count !== told.smart_list.member_count) return false;
    return isDeepStrictEqual(await workspace.api.preview(20), told.dry_run.queue.after);
  };
  await change(workspace, listId, changes, isDone);
  const after = await shown(workspace, listId);
  const { members, queue } = told.dry_run;
  const { judged, complete, ...effects } = members;
  expect([changes, effects]).toEqual([changes, effectsOf(before, after)]);
  expect([0, before.members.length]).toContain(judged);
  expect(complete).toBe(true);
  expect([changes, queue]).toEqual([changes, { before: before.queue, after: after.queue }]);
  expect(told.smart_list).toEqual(after.list);
  return told.dry_run;
}

/** Changes of settings: most concern who may be dialed, each is drawn anew. */
function drawn(random: Random, others: readonly string[]): object {
  const fields = [
    () => ({ max_attempts_total: random.oneOf([null, null, 5]) }),
    () => ({ max_attempts_total: random.oneOf([1, 2, 3]) }),
    () => ({ max_attempts_total: random.oneOf([1, 2, 3]) }),
    () => ({ max_attempts_per_day: random.oneOf([null, null, 1, 2, 3, 0]) }),
    () => ({ min_retry_seconds: random.oneOf([0, 600, 3_600, 86_400]) }),
    () => ({ retry_seconds: random.oneOf([null, { busy: 600, answered: 0 }]) }),
    () => ({ attempt_windows: random.oneOf([null, [{ attempts: 1 + random.below(2), hours: 1 + random.below(30) }]]) }),
    () => ({ priority: random.oneOf(['highest', 'medium', 'low']) }),
    () => ({ next_list_id: random.oneOf([null, ...others, ...others]) }),
    () => ({ name: `Name ${random.below(1_000_000)}` }),
  ];
  return Object.assign({}, ...random.sample(fields, 1 + random.below(3)).map((field) => field()));
}

/** Some calls are dispatched; some end, with or without their wrap-up; contacts come and go; time passes. */
async function work({ api }: TestWorkspace, random: Random, disposition: string): Promise<void> {
  for (const { call_id } of await api.next(1 + random.below(12))) {
    const result = random.oneOf(['busy', 'no_answer', 'not_placed', 'answered', 'none', 'none']);
    if (result === 'none') continue;
    await api.endCall(call_id, result);
    if (result === 'busy') await api.applyOutcome(call_id, disposition);
  }
}

describe('a dry run of a change of settings', () => {
  it('tells what the change then does, in any state of members, calls and settings', async () => {
    const random = new Random(seedOfThisRun());
    let now = START;
    await put(now);
    const workspace = await TestWorkspace.make(service(), { unlisted: { min_retry_seconds: 0 }, wrap_up_seconds: 900 });
    const { api } = workspace;
    const contacts = await workspace.contacts(60);
    const { outcome } = await api.createOutcome();
    const lists: SmartList[] = [];
    for (const priority of ['high', 'medium', 'low'])
      lists.push(await api.createList({ priority, min_retry_seconds: 600, next_list_id: lists.at(-1)?.smart_list_id }));
    for (const { smart_list_id } of lists) await api.addMembers(smart_list_id, random.sample(contacts, 30).map(byId));
    for (let step = 0; step < 30; step += 1) {
      now += random.oneOf([0, 60_000, 60_000, 700_000, 4_000_000, 50_000_000]);
      await put(now);
      await work(workspace, random, outcome.outcome_id);
      const { smart_list_id } = random.oneOf([...lists, ...lists.slice(1)]);
      await api.addMembers(smart_list_id, random.sample(contacts, 3).map(byId));
      // Only earlier lists: no waterfall leads back.
      const others = lists.slice(
        0,
        lists.findIndex((list) => list.smart_list_id === smart_list_id),
      );
      const changes = drawn(
        random,
        others.map((list) => list.smart_list_id),
      );
      await expectTruth(workspace, smart_list_id, changes);
    }
  }, 180_000);

  it('tells of members who are moved by a sweep, and of those who may be dialed from the next list then', async () => {
    await put(START);
    const workspace = await TestWorkspace.make(service(), { unlisted: { enabled: false } });
    const { api } = workspace;
    const next = await api.createList({ priority: 'highest' });
    const list = await api.createList({ min_retry_seconds: 0, next_list_id: next.smart_list_id });
    const contacts = (await workspace.contacts(2_001)).map(byId);
    for (let at = 0; at < contacts.length; at += 100) {
      await api.addMembers(list.smart_list_id, contacts.slice(at, at + 100));
    }
    for (let round = 0; round < 14; round += 1) {
      const calls = await api.next(50);
      const over = round < 13 ? calls : calls.slice(0, 40);
      await Promise.all(over.map(({ call_id }) => api.endCall(call_id, 'busy')));
    }
    await api.addMembers(next.smart_list_id, contacts.slice(3, 8));
    const told = await expectTruth(workspace, list.smart_list_id, { max_attempts_total: 1, min_retry_seconds: 60 });
    expect(told.members).toMatchObject({ judged: 2_001, exhausted: 700, moved: 690 });
  }, 120_000);
});
