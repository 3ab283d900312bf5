import type { List, Member, MembersByStatus } from './api.js';
import type { Client } from './client.js';
import { localTime, afterOpening } from './simulated-time.js';
import type { DayState } from './simulation.js';

/** The columns of members who are on a list, in their order. */
const SHOWN = ['queued', 'waiting', 'for hours', 'for callback', 'in call', 'completed', 'frozen'] as const;
type Shown = (typeof SHOWN)[number];

/** The members of one list by status. */
export interface ListState {
  readonly list: List;
  /** `for hours` and `for callback` are part of `waiting`. */
  readonly active: Readonly<Record<Shown, number>>;
  /** Number of removed members; `moved` of them by the waterfall. */
  readonly left: number;
  readonly moved: number;
}

/** The largest page; no list of the demo has more members. */
const PAGE = 200;

/** Reads the members of the lists by status. */
export async function readLists(client: Client, lists: readonly List[]): Promise<readonly ListState[]> {
  return Promise.all(lists.map((list) => readList(client, list)));
}

async function readList(client: Client, list: List): Promise<ListState> {
  const path = `/smart-lists/${list.smart_list_id}`;
  const [{ progress }, { members: removed }] = await Promise.all([
    client.call<{ progress: { members: MembersByStatus } }>('GET', `${path}/progress`),
    client.call<{ members: Member[] }>('GET', `${path}/members?page_size=${PAGE}&status=removed`),
  ]);
  const { members } = progress;
  return {
    list,
    active: {
      queued: members.queued,
      waiting: waitingOf(members),
      'for hours': members.waiting_calling_hours,
      'for callback': members.waiting_callback,
      'in call': members.in_call,
      completed: members.completed,
      frozen: members.frozen,
    },
    left: removed.length,
    moved: removed.filter(({ status_reason }) => status_reason === 'moved_by_waterfall').length,
  };
}

function waitingOf(members: MembersByStatus): number {
  const { waiting_callback, waiting_daily_cap, waiting_window_cap, waiting_contact_cap } = members;
  const caps = waiting_daily_cap + waiting_window_cap + waiting_contact_cap;
  return waiting_callback + caps + members.waiting_retry_gap + members.waiting_calling_hours;
}

/** The state of the day as a table. */
export function scoreboard(day: DayState, lists: readonly ListState[]): readonly string[] {
  return [
    `${localTime(afterOpening(day.minute))}   ${day.calls} calls: ${listed(day.results)}`,
    ...table(day, lists),
    ...[...day.agents].map(([agent, does]) => `  ${agent.padEnd(5)} ${does}`),
    `  Outcomes: ${listed(day.dispositions)}`,
    `  Callbacks: ${callbacks(day)}`,
  ];
}

/** The state of the day in one line. */
export function summary(day: DayState, lists: readonly ListState[]): string {
  const queued = lists.map(({ list, active }) => `${list.name} ${active.queued}+${active.waiting}`).join(', ');
  const waitingFor = (what: Shown): number => lists.reduce((sum, { active }) => sum + active[what], 0);
  return (
    `${localTime(afterOpening(day.minute))}  ${String(day.calls).padStart(3)} calls; queued+waiting: ${queued}; ` +
    `for hours: ${waitingFor('for hours')}, for callbacks: ${waitingFor('for callback')}`
  );
}

function callbacks({ callbacks: { keptByOwner, keptByOthers, toCome } }: DayState): string {
  return `${keptByOwner} kept by the agent who agreed on them, ${keptByOthers} by others, ${toCome} to come`;
}

function table(day: DayState, lists: readonly ListState[]): readonly string[] {
  const rows = lists.map(({ list, active, left, moved }) => [
    list.name,
    list.priority,
    ...[...SHOWN.map((status) => active[status]), left, moved, day.callsFrom.get(list.smart_list_id) ?? 0].map(String),
  ]);
  // Contacts without a list are called last, unless the workspace disables that.
  const unlisted = day.callsFrom.get('');
  if (unlisted) rows.push(['no list', '', ...SHOWN.map(() => ''), '', '', String(unlisted)]);
  const head = ['list', 'tier', ...SHOWN, 'left', 'moved', 'calls'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const aligned = (cell: string, column: number): string =>
    column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  const line = (cells: readonly string[]): string => `  ${cells.map(aligned).join('  ')}`;
  return [line(head), ...rows.map(line)];
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([what, count]) => `${count} ${what}`).join(', ') || 'none yet';
}
