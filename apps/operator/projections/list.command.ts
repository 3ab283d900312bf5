import { Command } from 'commander';
import { adminCommand, AdminApi, type AdminOptions } from '../admin-api.js';
import type { Console } from '../console.js';
import { rebuildInWords, type ProjectionsAnswer } from './rebuilds.js';

const MORE =
  'Shows what the process that answers sees. Exit code 1: a follower is stalled or builds its copy, or a head is stalled.';

/** `smartlists projections list`: how far the projections of a running service are. */
export function listProjectionsCommand(console: Console): Command {
  return adminCommand(
    'list',
    ['smartlists projections list', 'smartlists projections list --json | jq .followers'],
    MORE,
  )
    .summary('show how far the projections are')
    .description('Shows each follower of the log with its lag, the heads, and the rebuild of the rows.')
    .action((options: AdminOptions) => run(console, options));
}

async function run(console: Console, { json, ...service }: AdminOptions): Promise<void> {
  const api = await AdminApi.open(console, service);
  const answer = await api.ask<ProjectionsAnswer>('GET', '/admin/projections');
  const { followers, heads, rebuild, rows_made_by: made, can_go_back: canGoBack } = answer;
  if (json) console.print(JSON.stringify(answer, undefined, 2));
  else {
    for (const { name, state, position, lag_events, lag_seconds, events_per_second, trouble } of followers) {
      const lag = lag_events === null ? 'lag unknown' : `${lag_events} events and ${lag_seconds ?? 0} s behind the log`;
      const rate = events_per_second ? `, folding ${events_per_second} events a second` : '';
      console.print(`${name}: ${state} at ${position ?? '-'}, ${lag}${rate}${trouble === null ? '' : `: ${trouble}`}`);
    }
    console.print(`heads: ${heads.loaded} in memory, ${heads.stalled} stalled`);
    if (made) {
      const forced = made.forced ? `, by force with ${made.different_rows} rows that differed` : '';
      console.print(`The rows were rebuilt at ${made.at}${made.by === null ? '' : ` by ${made.by}`}${forced}.`);
    }
    if (rebuild) console.print(rebuildInWords(rebuild));
    if (canGoBack) console.print('The rows before the last rebuild are kept: `projections back` serves them again.');
  }
  if (heads.stalled > 0 || followers.some(({ state }) => state !== 'following')) console.fail();
}
