import type { List, Member } from './api.js';
import type { Client } from './client.js';
import { localTime, afterOpening } from './simulated-time.js';
import type { DayState } from './simulation.js';

const SHOWN = ['queued', 'waiting', 'in_call', 'completed', 'frozen'] as const;
type Shown = (typeof SHOWN)[number];

/** One list as its members stand now. */
export interface ListState {
  readonly list: List;
  readonly active: Readonly<Record<Shown, number>>;
  /** Left it, and how many of them by the waterfall. */
  readonly left: number;
  readonly fell: number;
}

/** No list of the demo has more members than a page. */
const PAGE = 200;

/** Reads where the members of the lists stand. */
export async function readLists(client: Client, lists: readonly List[]): Promise<readonly ListState[]> {
  return Promise.all(lists.map((list) => readList(client, list)));
}

async function readList(client: Client, list: List): Promise<ListState> {
  const path = `/smart-lists/${list.smart_list_id}/members?page_size=${PAGE}`;
  const [{ members }, { members: removed }] = await Promise.all([
    client.call<{ members: Member[] }>('GET', path),
    client.call<{ members: Member[] }>('GET', `${path}&status=removed`),
  ]);
  const of = (status: Shown): number => members.filter((member) => member.status === status).length;
  return {
    list,
    active: Object.fromEntries(SHOWN.map((status) => [status, of(status)])) as Record<Shown, number>,
    left: removed.length,
    fell: removed.filter(({ status_reason }) => status_reason === 'moved_by_waterfall').length,
  };
}

/** The whole floor as lines of text. */
export function scoreboard(day: DayState, lists: readonly ListState[]): readonly string[] {
  return [
    `${localTime(afterOpening(day.minute))}   ${day.calls} calls: ${listed(day.results)}`,
    ...table(day, lists),
    ...[...day.agents].map(([agent, does]) => `  ${agent.padEnd(5)} ${does}`),
    `  Outcomes: ${listed(day.dispositions)}`,
  ];
}

/** The floor in one line. */
export function summary(day: DayState, lists: readonly ListState[]): string {
  const queued = lists.map(({ list, active }) => `${list.name} ${active.queued}+${active.waiting}`).join(', ');
  return `${localTime(afterOpening(day.minute))}  ${String(day.calls).padStart(3)} calls; queued+waiting: ${queued}`;
}

function table(day: DayState, lists: readonly ListState[]): readonly string[] {
  const rows = lists.map(({ list, active, left, fell }) => [
    list.name,
    list.priority,
    ...[...SHOWN.map((status) => active[status]), left, fell, day.callsFrom.get(list.smart_list_id) ?? 0].map(String),
  ]);
  // Who is on no list any more is called after everybody else, where the workspace has not switched that off.
  const unlisted = day.callsFrom.get('');
  if (unlisted) rows.push(['no list', '', ...SHOWN.map(() => ''), '', '', String(unlisted)]);
  const head = ['list', 'tier', ...SHOWN.map((status) => status.replace('_', ' ')), 'left', 'fell', 'calls'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')}`;
  return [line(head), ...rows.map(line)];
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([what, count]) => `${count} ${what}`).join(', ') || 'none yet';
}
