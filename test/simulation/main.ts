import { performance } from 'node:perf_hooks';
import { simulate } from './simulate.js';
import { judge, shrinkSeed, warmUp, work } from './workload.js';
import { readArguments } from './arguments.js';
import { tellStory } from './story.js';
import type { History } from './world.js';

// Runs worlds: npm run simulate -- [--seeds N] [--minutes M] [--seed S [--shrink]] [--from S] [--twice]
const { first, seeds, minutes, isTwice, isTold, isShrunk } = argumentsOrExit();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await warmUp();

const began = performance.now();
const processorTime = process.cpuUsage();
const ends = minutes === undefined ? Infinity : began + minutes * 60_000;
let [runs, steps, succeeded, broken, toldAt] = [0, 0, 0, 0, began];
say(`seeds from ${first}`);
for (let seed = first; runs < seeds && performance.now() < ends; seed += 1) {
  const history = await simulate(seed, work);
  runs += 1;
  steps += history.steps;
  succeeded += history.requests.filter(({ told }) => told.kind === 'answered' && told.status < 300).length;
  const violations = [...judge(history)];
  if (isTwice) {
    const again = await simulate(seed, work);
    if (again.hash !== history.hash) violations.push(`the same seed was another world: ${history.hash}, ${again.hash}`);
  }
  if (isTold) say(tellStory(isShrunk && violations.length > 0 ? await shrunk(seed, violations[0]!) : history));
  if (violations.length > 0) {
    broken += 1;
    say(`seed ${seed} broke ${violations.length} promises; its story: npm run simulate -- --seed ${seed}`);
    for (const violation of violations.slice(0, 20)) say(`  ${violation}`);
  }
  if (performance.now() - toldAt > 5_000) {
    toldAt = performance.now();
    say(summary());
  }
}
say(summary());
// Worlds in which no request succeeded keep every promise.
process.exitCode = broken === 0 && succeeded > 0 ? 0 : 1;

function summary(): string {
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(processorTime);
  const used = (user + system) / 1e6;
  // Of processor time: what else runs on the machine does not count.
  const rate = `${(runs / used).toFixed(1)} runs and ${Math.round(steps / used)} steps a second of processor time`;
  return `${runs} runs, ${succeeded} requests that succeeded, ${steps} steps, ${seconds.toFixed(1)} s: ${rate}; ${broken} broken`;
}

/** The history of the smallest world of a seed that breaks the same promise; its case is printed. */
async function shrunk(seed: number, violation: string): Promise<History> {
  const { smallest, history } = await shrinkSeed(seed, violation);
  say(`the smallest world of seed ${seed} with this fault: ${JSON.stringify(smallest, neverForInfinity)}`);
  return history;
}

function argumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    const usage = 'npm run simulate -- [--seeds N] [--minutes M] [--seed S [--shrink]] [--from S] [--twice]';
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    return process.exit(2);
  }
}

/** JSON has no Infinity. */
function neverForInfinity(_key: string, value: unknown): unknown {
  return value === Infinity ? 'never' : value;
}
