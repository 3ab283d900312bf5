import { parseArgs } from 'node:util';
import { type ListState, readLists } from './board.js';
import { Client, Refused } from './client.js';
import { explainSomebody, previewMorning } from './explaining.js';
import { type FloorClock, minutesIn } from './floor-clock.js';
import { playDay } from './floor.js';
import { makeGround } from './ground.js';
import { startOwnService } from './own-service.js';
import { screenOn } from './screen.js';

const HELP = `Plays a day of a call floor against the service: 3 agents, 200 contacts, 5 lists.

  npm run demo                              starts a service of its own on a temporary directory, and puts its
                                            clock ahead: a day takes some seconds
  npm run demo -- --url URL --key KEY       plays against a running one, in a workspace that is empty, with a key that
                                            has the scopes smart_lists, contacts and calls, read and write; what
                                            waits there is not waited for`;

const screen = screenOn(process.stdout);
const tell = (line: string): void => screen.tell(line);

/** What the command line says, or the sentence that is wrong with it. */
function readArguments(): { url?: string; key?: string; help?: boolean } | string {
  try {
    const { values } = parseArgs({
      options: { url: { type: 'string' }, key: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return (values.url === undefined) === (values.key === undefined) ? values : '--url and --key belong together.';
  } catch (error) {
    return (error as Error).message;
  }
}

async function play({ url, key }: { url?: string; key?: string }): Promise<void> {
  if (url !== undefined && key !== undefined) {
    await showDay(new Client({ url: url.replace(/\/+$/, ''), key }), undefined);
    return;
  }
  const service = await startOwnService();
  try {
    await showDay(new Client(service), service.clock);
  } finally {
    await service.stop();
  }
}

async function showDay(client: Client, clock: FloorClock | undefined): Promise<void> {
  const started = performance.now();
  const ground = await makeGround(client, tell);
  tell('');
  let lists: readonly ListState[] = [];
  const day = await playDay({ client, ground, clock }, async (now) => {
    if (screen.wants(now)) lists = await readLists(client, ground.lists);
    screen.show(now, lists);
  });
  screen.close(day, await readLists(client, ground.lists));
  tell('');
  await explainSomebody(client, ground, tell);
  if (clock) {
    await clock(minutesIn(24 * 60));
    tell('');
    await previewMorning(client, ground, tell);
  }
  tell('');
  tell(`${client.requests} requests in ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
}

const given = readArguments();
if (typeof given === 'string') {
  process.stderr.write(`${given}\n\n${HELP}\n`);
  process.exitCode = 2;
} else if (given.help) tell(HELP);
else {
  await play(given).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
