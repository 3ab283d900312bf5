import { byId } from '../support/api.js';
import { success } from '../support/client.js';
import type { SmartList } from '../support/types.js';
import { TestWorkspace } from '../support/workspace.js';
import { shareClockedService } from './support/clocked-service.js';

const clocked = shareClockedService();
const put = (at: string, plus = 0): Promise<void> => clocked().setClock(Date.parse(at) + plus);

/** A workspace in a time zone with one list of one member; the clock is set to `at`. */
async function oneMember(time_zone: string, at: string, settings: object) {
  await put(at);
  const workspace = await TestWorkspace.make(clocked().service, { time_zone, unlisted: { enabled: false } });
  const [contact] = await workspace.contacts(1);
  const list = await workspace.api.createList({ min_retry_seconds: 0, ...settings });
  await workspace.api.addMembers(list.smart_list_id, [byId(contact!)]);
  return { workspace, list };
}

/** Dispatches the next contacts and ends their calls; returns the attempt numbers. */
async function dial({ api }: TestWorkspace): Promise<readonly (number | null)[]> {
  const calls = await api.next(5);
  for (const { call_id } of calls) await api.endCall(call_id, 'no_answer');
  return calls.map(({ attempt_number }) => attempt_number);
}

async function member({ api }: TestWorkspace, { smart_list_id }: SmartList) {
  const [{ status, status_reason, attempts_today, schedule_time }] = (await api.members(smart_list_id)) as [never];
  return { status, status_reason, attempts_today, schedule_time };
}

/**
 * Days whose limits were looked up elsewhere: [time zone, what is unusual about the day, its first instant, the first
 * instant of the next day].
 */
const DAYS = [
  ['America/New_York', '23 hours', '2030-03-10T05:00:00.000Z', '2030-03-11T04:00:00.000Z'],
  ['America/New_York', '25 hours', '2030-11-03T04:00:00.000Z', '2030-11-04T05:00:00.000Z'],
  ['Europe/Vienna', '25 hours', '2030-10-26T22:00:00.000Z', '2030-10-27T23:00:00.000Z'],
  [
    'America/Santiago',
    'begins at one: its midnight is skipped',
    '2030-09-08T04:00:00.000Z',
    '2030-09-09T03:00:00.000Z',
  ],
  ['America/Santiago', 'its last hour comes twice', '2030-04-06T03:00:00.000Z', '2030-04-07T04:00:00.000Z'],
  ['Africa/Cairo', 'begins at one', '2030-04-25T22:00:00.000Z', '2030-04-26T21:00:00.000Z'],
  ['Asia/Beirut', 'its last hour comes twice', '2030-10-25T21:00:00.000Z', '2030-10-26T22:00:00.000Z'],
  ['America/Havana', 'its first hour comes twice', '2030-11-03T04:00:00.000Z', '2030-11-04T05:00:00.000Z'],
  ['Australia/Lord_Howe', '23 hours and a half', '2030-10-05T13:30:00.000Z', '2030-10-06T13:00:00.000Z'],
  ['Australia/Lord_Howe', '24 hours and a half', '2030-04-06T13:00:00.000Z', '2030-04-07T13:30:00.000Z'],
  ['America/St_Johns', '23 hours, half past', '2030-03-10T03:30:00.000Z', '2030-03-11T02:30:00.000Z'],
  ['Pacific/Chatham', '25 hours, a quarter past', '2030-04-06T10:15:00.000Z', '2030-04-07T11:15:00.000Z'],
  ['Asia/Kathmandu', 'a quarter past', '2030-06-10T18:15:00.000Z', '2030-06-11T18:15:00.000Z'],
  ['Pacific/Marquesas', 'half past, behind UTC', '2030-01-01T09:30:00.000Z', '2030-01-02T09:30:00.000Z'],
  ['Pacific/Kiritimati', '14 hours ahead', '2029-12-31T10:00:00.000Z', '2030-01-01T10:00:00.000Z'],
] as const;

describe('a daily cap', () => {
  it.each(DAYS)(
    '[dialing terms] in %s (%s) applies from the first instant of the day to the last, and no longer',
    async (zone, _odd, begins, ends) => {
      const { workspace, list } = await oneMember(zone, begins, { max_attempts_per_day: 1 });
      const capped = { status: 'waiting', status_reason: 'daily_cap_reached', attempts_today: 1, schedule_time: ends };
      expect(await dial(workspace)).toEqual([1]);
      expect(await dial(workspace)).toEqual([]);
      expect(await member(workspace, list)).toEqual(capped);
      await put(ends, -1);
      expect(await member(workspace, list)).toEqual(capped);
      expect(await dial(workspace)).toEqual([]);
      await put(ends);
      expect(await member(workspace, list)).toEqual({
        ...{ status: 'queued', status_reason: 'eligible' },
        ...{ attempts_today: 0, schedule_time: ends },
      });
      expect(await dial(workspace)).toEqual([2]);
    },
  );

  it.each(DAYS)(
    '[dialing terms] in %s (%s) that is reached a millisecond before midnight ends a millisecond later',
    async (zone, _odd, _begins, ends) => {
      const { workspace } = await oneMember(zone, new Date(Date.parse(ends) - 1).toISOString(), {
        max_attempts_per_day: 2,
      });
      expect([await dial(workspace), await dial(workspace), await dial(workspace)]).toEqual([[1], [2], []]);
      await put(ends);
      expect([await dial(workspace), await dial(workspace), await dial(workspace)]).toEqual([[3], [4], []]);
    },
  );

  it('[dialing terms] is counted by a changed time zone at once, in both directions', async () => {
    const at = '2030-06-11T11:00:00.000Z';
    const { workspace, list } = await oneMember('UTC', '2030-06-11T09:00:00.000Z', { max_attempts_per_day: 1 });
    const move = async (time_zone: string) =>
      success(await clocked().service.admin.patch(`/admin/workspaces/${workspace.id}`, { time_zone }), 200);
    expect(await dial(workspace)).toEqual([1]);
    await put(at);
    expect(await dial(workspace)).toEqual([]);
    // There the call was at 23:00 of the day before; now it is 01:00.
    await move('Pacific/Kiritimati');
    expect(await member(workspace, list)).toMatchObject({ status: 'queued', attempts_today: 0 });
    await move('UTC');
    expect(await member(workspace, list)).toMatchObject({
      ...{ status: 'waiting', attempts_today: 1, schedule_time: '2030-06-12T00:00:00.000Z' },
    });
    expect(await dial(workspace)).toEqual([]);
    await move('Pacific/Kiritimati');
    expect(await dial(workspace)).toEqual([2]);
    // In this zone both calls are on the same day again.
    await move('UTC');
    expect(await member(workspace, list)).toMatchObject({ status: 'waiting', attempts_today: 2 });
  });
});

describe('a retry gap', () => {
  it('[dialing eligibility] is counted in elapsed seconds, also when clocks are put forward', async () => {
    // 01:59 in New York; an hour later it is 03:59.
    const { workspace, list } = await oneMember('America/New_York', '2030-03-10T06:59:00.000Z', {
      min_retry_seconds: 3_600,
    });
    const until = '2030-03-10T07:59:00.000Z';
    expect(await dial(workspace)).toEqual([1]);
    expect(await member(workspace, list)).toMatchObject({ status_reason: 'retry_gap', schedule_time: until });
    await put(until, -1);
    expect(await dial(workspace)).toEqual([]);
    await put(until);
    expect(await dial(workspace)).toEqual([2]);
  });

  it('[dialing eligibility] that ends after the day of a reached cap determines the schedule time', async () => {
    const { workspace, list } = await oneMember('Asia/Kathmandu', '2030-06-11T18:00:00.000Z', {
      ...{ min_retry_seconds: 1_800, max_attempts_per_day: 1 },
    });
    const until = '2030-06-11T18:30:00.000Z';
    expect(await dial(workspace)).toEqual([1]);
    expect(await member(workspace, list)).toMatchObject({ status_reason: 'daily_cap_reached', schedule_time: until });
    await put('2030-06-11T18:15:00.000Z');
    expect(await member(workspace, list)).toMatchObject({ status_reason: 'retry_gap', schedule_time: until });
    expect(await dial(workspace)).toEqual([]);
    await put(until);
    expect(await dial(workspace)).toEqual([2]);
  });
});
