import type { Answer, DomainEvent } from '#kernel';
import { TestWorkspace, testId as id } from '#kernel/testing';
import { CALLING_HOURS_PROJECTIONS } from '#calling-hours';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import { MEMBER_PROJECTIONS } from '#members';
import { attempts, dispatched, type From, over } from '#members/testing';
import type { CommandResult, WorkspaceCommand } from '#workspace-head';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { testContext } from '#workspaces/testing';
import { decideChange } from '../commands/change-smart-list.command.js';
import type { SmartListPatch } from '../domain/change-lists.js';
import { smartListsProjection } from '../projections/smart-lists.projection.js';
import { changed, created } from '../testing/past.js';
import { DryRunChange, DryRunChangeHandler } from './dry-run-change.query.js';
import { ListJudge } from './list-judge.js';

const [FROM, NEXT, ALWAYS] = [id(1), id(2), id(3)] as const;
const PROJECTIONS = [
  ...[...WORKSPACES_PROJECTIONS, ...CONTACT_PROJECTIONS, ...CALLING_HOURS_PROJECTIONS, smartListsProjection],
  ...[...MEMBER_PROJECTIONS, ...DIALING_PROJECTIONS],
];
const contact = (n: number): string => id(1_000 + n);
const member = (n: number): From => ({ list: FROM, contact: contact(n), number: 3 + n });
const added = (list: string, n: number): DomainEvent => ({
  type: 'MemberAdded',
  data: { smart_list_id: list, contact_id: contact(n), source: 'api' },
});
const UNLISTED = { ...WORKSPACE_DEFAULTS.unlisted, enabled: false };
const workspaceMade: DomainEvent = {
  type: 'WorkspaceCreated',
  data: { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS, unlisted: UNLISTED },
};

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const hours: DomainEvent = {
  type: 'CallingHoursCreated',
  data: {
    ...{ calling_hours_id: ALWAYS, name: 'Always', zone: 'UTC', closed_dates: [] },
    intervals: [{ days: WEEK, from: '00:00', to: '24:00' }],
  },
};

/** Decides dry runs on a workspace in memory; `meanwhile` happens behind each decision. */
class Decider {
  decisions = 0;

  constructor(
    readonly workspace: TestWorkspace,
    private readonly meanwhile: (decisions: number) => readonly DomainEvent[] = () => [],
  ) {}

  readonly execute = ({ decide, dryRun }: WorkspaceCommand): Promise<CommandResult> => {
    expect(dryRun).toBe(true);
    const decision = decide(this.workspace);
    const answered = decision.answer(this.workspace.after(decision.events));
    const happened = this.meanwhile((this.decisions += 1));
    if (happened.length > 0) this.workspace.append(happened);
    return Promise.resolve({ answer: answered, replayed: false, visible: true, revision: 0 });
  };
}

/** A list with a next list, and a member for each number of attempts; the n-th has the number 3 + n. */
function listWith(counts: readonly number[], settings: SmartListPatch = {}, ...more: DomainEvent[]): TestWorkspace {
  return new TestWorkspace(PROJECTIONS).append([
    workspaceMade,
    created(FROM, 'From', { min_retry_seconds: 0, next_list_id: NEXT, ...settings }),
    created(NEXT, 'Next'),
    ...counts.map((_, n) => added(FROM, n)),
    ...counts.flatMap((count, n) => attempts(count, member(n))),
    ...more,
  ]);
}

const straight = { before: <Result>(_: string, ask: () => Promise<Result>) => ask() };

/** The answer of a dry run. */
function tried(decider: Decider, patch: SmartListPatch, queue = straight): Promise<Answer> {
  const handler = new DryRunChangeHandler(decider as never, queue);
  return handler.execute(new DryRunChange(testContext(decider.workspace.workspaceId), FROM, patch, undefined));
}

interface Told {
  readonly smart_list: { readonly member_count: number; readonly version: number };
  readonly dry_run: { readonly members: object; readonly queue: Record<string, readonly { contact_id: string }[]> };
}

async function told(workspace: TestWorkspace, patch: SmartListPatch) {
  const { smart_list, dry_run } = (await tried(new Decider(workspace), patch)).body as unknown as Told;
  const { before, after } = dry_run.queue;
  const numbers = (queue: typeof before) =>
    queue!.map(({ contact_id }) => Number.parseInt(contact_id.slice(-4)) - 1_000);
  return { members: dry_run.members, list: smart_list, before: numbers(before), after: numbers(after) };
}

describe('a dry run of a change', () => {
  const counts = [0, 1, 2, 3];
  const calling = [
    ...[71, 72].map((call, n) => dispatched(id(call), member(2 + n))),
    ...over(id(72), member(3), 'answered', true),
  ];

  it.each<[string, SmartListPatch, SmartListPatch, object, readonly number[]]>([
    ['a name', {}, { name: 'New' }, { judged: 0 }, [0, 1, 2, 3]],
    [
      'a lower total cap',
      {},
      { max_attempts_total: 2 },
      { exhausted: 2, moved: 2, no_longer_eligible: 2 },
      // The cursor stands at 3, the last who was called: those who move come behind it by their new numbers.
      [2, 3, 0, 1],
    ],
    ['one without a next list', { next_list_id: null }, { max_attempts_total: 2 }, { exhausted: 2, moved: 0 }, [0, 1]],
    [
      'a lower total cap that some had reached before',
      { max_attempts_total: 3 },
      { max_attempts_total: 2 },
      { exhausted: 1, moved: 1, no_longer_eligible: 1 },
      [2, 0, 1],
    ],
    ['a higher total cap', { max_attempts_total: 2 }, { max_attempts_total: 3 }, { newly_eligible: 1 }, [0, 1, 2]],
    ['a cap of 0', {}, { max_attempts_per_day: 0 }, { frozen: 4, no_longer_eligible: 4 }, []],
    ['no cap of 0', { max_attempts_total: 0 }, { max_attempts_total: 1 }, { newly_eligible: 1, exhausted: 0 }, [0]],
    [
      'both caps',
      {},
      { max_attempts_per_day: 0, max_attempts_total: 3 },
      { exhausted: 1, moved: 1, frozen: 3, no_longer_eligible: 4 },
      [3],
    ],
    ['a daily cap', {}, { max_attempts_per_day: 1 }, { no_longer_eligible: 3 }, [0]],
    ['calling hours that are open', {}, { calling_hours_id: ALWAYS }, { judged: 4 }, [0, 1, 2, 3]],
    ['a longer gap', {}, { min_retry_seconds: 3_600 }, { no_longer_eligible: 3 }, [0]],
    ['a shorter gap', { min_retry_seconds: 3_600 }, { min_retry_seconds: 0 }, { newly_eligible: 3 }, [0, 1, 2, 3]],
  ])('tells what %s does', async (_, settings, patch, members, after) => {
    const found = await told(listWith(counts, settings, hours), patch);
    expect(found.members).toMatchObject({ complete: true, ...members });
    expect(found.after).toEqual(after);
  });

  it('tells of members with an open call: exhausted, and not moved before it completes', async () => {
    const found = await told(listWith(counts, {}, ...calling), { max_attempts_total: 2 });
    expect(found.members).toMatchObject({ exhausted: 2, moved: 0 });
    expect(found.list.member_count).toBe(4);
  });

  it('shows the list as it would be, and the ETag of the list as it is', async () => {
    const { etag, body } = await tried(new Decider(listWith(counts)), { max_attempts_total: 1 });
    expect(etag).toBe('"1"');
    expect(body).toMatchObject({ smart_list: { version: 2, max_attempts_total: 1, member_count: 1 } });
  });

  it('tells of a sweep: who leaves, and who may be dialed from the next list then', async () => {
    const ones = Array.from({ length: 501 }, () => 1);
    // The last call leaves the cursor in the middle of the list.
    const last = [dispatched(id(77), member(250)), ...over(id(77), member(250))];
    const workspace = listWith([...ones, 0], {}, ...last, added(NEXT, 2), changed(NEXT, { priority: 'highest' }));
    const found = await told(workspace, { max_attempts_total: 1 });
    expect(found.members).toMatchObject({ judged: 502, exhausted: 501, moved: 501 });
    expect(found.after.slice(0, 4)).toEqual([2, 0, 1, 3]);
    expect(found.list.member_count).toBe(1);
  });

  it('asks for the queue where too many of its rows are due, and again once they are promoted', async () => {
    const asked: string[] = [];
    const queue = {
      before: async <Result>(workspaceId: string, ask: () => Promise<Result>) => {
        asked.push(workspaceId);
        return ask();
      },
    };
    const workspace = listWith(counts);
    await tried(new Decider(workspace), { max_attempts_total: 1 }, queue);
    expect(asked).toEqual([workspace.workspaceId]);
  });
});

describe('a dry run while the settings of the list change', () => {
  const gap = (decisions: number): DomainEvent => changed(FROM, { min_retry_seconds: decisions });

  it('judges again by the new settings', async () => {
    const decider = new Decider(listWith([1]), (decisions) => (decisions === 1 ? [gap(7)] : []));
    const { etag, body } = await tried(decider, { max_attempts_total: 1 });
    expect(etag).toBe('"2"');
    expect(body).toMatchObject({ smart_list: { version: 3, min_retry_seconds: 7 } });
  });

  it('ends after three tries', async () => {
    const decider = new Decider(listWith([1]), (decisions) => [gap(decisions)]);
    await expect(tried(decider, { max_attempts_total: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('members of a long list are judged in the order of picks, up to a limit', async () => {
  const zeros = Array.from({ length: 2_500 }, () => 0);
  // The last dispatch stands at the member number 1,503.
  const workspace = listWith(zeros, {}, ...attempts(1, member(1_500)));
  const judge = new ListJudge(new Decider(workspace), 1_000);
  const context = testContext(workspace.workspaceId);
  const decide = decideChange(FROM, { min_retry_seconds: 60 });
  const some = await judge.judge(context, FROM, decide);
  expect(some).toMatchObject({ judged: 1_000, complete: false });
  expect(some.eligible.slice(0, 2)).toEqual([contact(1_501), contact(1_502)]);
  const all = await new ListJudge(new Decider(workspace), 2_500).judge(context, FROM, decide);
  expect(all).toMatchObject({ judged: 2_500, complete: true, effects: { no_longer_eligible: 1 } });
  const exact = await new ListJudge(new Decider(listWith([0, 0, 0])), 3).judge(context, FROM, decide);
  expect(exact).toMatchObject({ judged: 3, complete: true });
});

it('the queue after a change has the first members of every lane, however many are in another one', async () => {
  const CLOCKS = ['America/New_York', 'America/Los_Angeles'] as const;
  const people = Array.from({ length: 155 }, (_, n) => ({ n, zones: CLOCKS[n < 150 ? 0 : 1] }));
  const workspace = new TestWorkspace(PROJECTIONS).append([
    workspaceMade,
    { ...hours, data: { ...hours.data, zone: 'contact' } },
    created(FROM, 'From', { min_retry_seconds: 0, calling_hours_id: ALWAYS }),
    ...people.flatMap(({ n, zones }): DomainEvent[] => [
      {
        type: 'ContactImported',
        data: {
          contact_id: contact(n),
          phone: '+12025550101',
          name: null,
          phone_zones: [zones],
          zones_table: 1,
          zones,
        },
      },
      { type: 'MemberAdded', data: { smart_list_id: FROM, contact_id: contact(n), source: 'api', zones } },
    ]),
  ]);
  const { before, after } = await told(workspace, { max_attempts_total: 9 });
  expect(before.slice(0, 4)).toEqual([0, 150, 1, 151]);
  expect(after).toEqual(before);
});

it('the queue after a change dials a number no more often than the limits of a contact allow', async () => {
  const imported = (n: number): DomainEvent => ({
    type: 'ContactImported',
    data: { contact_id: contact(n), phone: '+12025550101', name: null },
  });
  const changes = { contact_windows: [{ attempts: 1, hours: 1 }], unlisted: { enabled: true } };
  const workspace = new TestWorkspace(PROJECTIONS).append([
    workspaceMade,
    { type: 'WorkspaceChanged', data: { changes } },
    created(FROM, 'From', { min_retry_seconds: 0 }),
    ...[imported(0), imported(1), added(FROM, 0)],
  ]);
  const { before, after } = await told(workspace, { max_attempts_total: 9 });
  expect([before, after]).toEqual([[0], [0]]);
});
