import { parseArgs } from 'node:util';
import { type ListState, readLists } from './scoreboard.js';
import { Client, Refused } from './client.js';
import type { DayCheck } from './day-check.js';
import { explainContact, explainWaits, previewNextMorning } from './explanations.js';
import { type SetClock, afterOpening } from './simulated-time.js';
import { simulateDay } from './simulation.js';
import { createSeedData } from './seed-data.js';
import { startOwnService } from './own-service.js';
import { terminalOn } from './terminal.js';

const HELP = `Simulates a day in a call center against the service: 3 agents, 200 contacts, 5 lists.
Contacts are in four time zones; agents promise to call back.

  npm run demo                              starts a service on a temporary directory and puts its test clock ahead:
                                            a day takes some seconds
  npm run demo -- --url URL --key KEY       uses a running service and an empty workspace; the key needs the scopes
                                            smart_lists, contacts and calls, read and write. Its clock runs in real
                                            time, so waiting members are not called, nor are callbacks that are for later`;

const terminal = terminalOn(process.stdout);
const print = (line: string): void => terminal.print(line);

/** The arguments, or a sentence about a mistake in them. */
function readArguments(): { url?: string; key?: string; help?: boolean } | string {
  try {
    const { values } = parseArgs({
      options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return (values.url === undefined) === (values.key === undefined)
      ? values
      : '--url and --key must be given together.';
  } catch (error) {
    return (error as Error).message;
  }
}

async function play({ url, key }: { url?: string; key?: string }): Promise<void> {
  if (url !== undefined && key !== undefined) {
    await runDay(new Client({ url: url.replace(/\/+$/, ''), key }), undefined);
    return;
  }
  const service = await startOwnService();
  try {
    await runDay(new Client(service), service.clock);
  } finally {
    await service.stop();
  }
}

async function runDay(client: Client, clock: SetClock | undefined): Promise<void> {
  const started = performance.now();
  const seedData = await createSeedData(client, print);
  print('');
  let lists: readonly ListState[] = [];
  const day = await simulateDay({ client, seedData, clock }, async (now) => {
    if (terminal.needsLists(now)) lists = await readLists(client, seedData.lists);
    terminal.show(now, lists);
  });
  terminal.close(day, await readLists(client, seedData.lists));
  print('');
  await explainContact(client, seedData, print);
  await explainWaits(client, seedData, print);
  if (clock) {
    await clock(afterOpening(24 * 60));
    print('');
    await previewNextMorning(client, seedData, print);
  }
  print('');
  reportCheck(day.check);
  print(`${client.requests} requests in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
}

/** Prints what the demo itself has computed of each dispatch; exit code 1 for one that was wrong. */
function reportCheck(check: DayCheck): void {
  if (check.violations.length === 0) {
    print('What the demo itself has found, by its own clocks and its list of what was agreed:');
    for (const line of check.report()) print(`  ${line}`);
    return;
  }
  for (const violation of check.violations) process.stderr.write(`${violation}\n`);
  process.exitCode = 1;
}

const given = readArguments();
if (typeof given === 'string') {
  process.stderr.write(`${given}\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (given.help) print(HELP);
else {
  await play(given).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
