import { drawConditions } from './conditions.js';
import { withoutGlobalReferences } from './kernel/global-references.js';
import { SeededRandom } from './kernel/seeded-random.js';
import { countTurns } from './kernel/turns.js';
import { SimulatedWorld } from './simulated-world.js';
import { NO_FAULTS } from './stores/network.js';
import { ADMIN_TOKEN } from './world.js';

/** Virtual milliseconds until processes have done what comes with their start: late writes are awaited for a minute. */
const REST_MS = 120_000;
const MEASURED_MS = 60_000;
const MAX_STEPS = 1_000_000;

/**
 * Messages that one of `processes` processes sends to its stores each second, on average, while nothing is asked of
 * them and nothing goes wrong.
 */
async function idleMessages(processes: number): Promise<number> {
  const drawn = drawConditions(new SeededRandom(1), 'brief');
  const never = Object.keys(drawn).filter((name) => name.endsWith('EveryMs'));
  const conditions = {
    ...{ ...drawn, ...Object.fromEntries(never.map((name) => [name, Infinity])) },
    ...{ processes, splitsRoles: false, answersAhead: false, log: NO_FAULTS, rows: NO_FAULTS, keys: NO_FAULTS },
    ...{ lostAnswers: 0, clockOffsetMs: 0 },
  };
  const world = new SimulatedWorld(1, { size: 'brief', conditions });
  const undo = [withoutGlobalReferences(), countTurns()];
  try {
    world.begin();
    let isMade = false;
    const body = { name: 'Idle', time_zone: 'UTC' };
    const asked = world
      .client('operator')
      .request({ method: 'POST', path: '/admin/workspaces', body, key: ADMIN_TOKEN });
    void asked.then((told) => (isMade = told.kind === 'answered' && told.status === 201));
    await world.kernel.runUntil(() => isMade, { maxSteps: MAX_STEPS, until: world.now() + REST_MS });
    await pass(world, REST_MS);
    const before = world.messages;
    await pass(world, MEASURED_MS);
    return (world.messages - before) / (MEASURED_MS / 1_000) / processes;
  } finally {
    for (const each of undo) each();
  }
}

async function pass({ kernel }: SimulatedWorld, milliseconds: number): Promise<void> {
  const end = kernel.now() + milliseconds;
  await kernel.runUntil(() => kernel.now() >= end, { maxSteps: MAX_STEPS });
}

process.stdout.write(`${JSON.stringify([await idleMessages(1), await idleMessages(2), await idleMessages(3)])}\n`);
// Timers of the worlds are virtual; what else holds the process open is of no use any more.
process.exit(0);
