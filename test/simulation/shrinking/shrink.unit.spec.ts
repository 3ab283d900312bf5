import { NO_FAULTS } from '../stores/network.js';
import { shrink } from './shrink.js';
import { drawnCase, type WorldCase } from './world-case.js';

/** Whether a case is rough enough for a fault that kills, three requests of a client and `next` are needed for. */
const isBroken = async ({ conditions, work }: WorldCase): Promise<boolean> =>
  conditions.killsEveryMs < Infinity &&
  conditions.rows.lost > 0 &&
  work.steps >= 3 &&
  work.operationsLeft.includes('next');

/** A case that has every trouble. */
const whole: WorldCase = {
  ...drawnCase(1),
  size: 'whole',
  conditions: {
    ...{ processes: 4, splitsRoles: true, answersAhead: false, troubleMs: 90_000 },
    ...{ lostAnswers: 0.1, endsAreSeen: false, clockOffsetMs: 300 },
    ...{ killsEveryMs: 8_000, stopsEveryMs: 15_000, pausesEveryMs: 8_000 },
    ...{ logOutagesEveryMs: 20_000, rowsOutagesEveryMs: 20_000, keysOutagesEveryMs: 20_000, dropsEveryMs: 40_000 },
    ...{ restoresEveryMs: 20_000, upgradesEveryMs: 10_000, clockStepsEveryMs: 15_000, cutsEveryMs: 15_000 },
    log: { ...NO_FAULTS, refused: 0.02, lost: 0.02, late: 0.02, lag: 0.5 },
    rows: { refused: 0.02, lost: 0.02, late: 0.02, lag: 0.5, torn: 0.5, slow: 'members' },
    keys: { ...NO_FAULTS, refused: 0.02, lost: 0.02, late: 0.02 },
  },
};

it('nothing is left that the fault does not need', async () => {
  const { size, conditions, work } = await shrink(whole, isBroken);
  expect(size).toBe('brief');
  expect(conditions).toEqual({
    ...{ processes: 1, splitsRoles: false, answersAhead: false, troubleMs: 0 },
    ...{ lostAnswers: 0, endsAreSeen: false, clockOffsetMs: 0 },
    ...{ killsEveryMs: 8_000, stopsEveryMs: Infinity, pausesEveryMs: Infinity },
    ...{ logOutagesEveryMs: Infinity, rowsOutagesEveryMs: Infinity, keysOutagesEveryMs: Infinity },
    dropsEveryMs: Infinity,
    keys: NO_FAULTS,
    ...{ restoresEveryMs: Infinity, upgradesEveryMs: Infinity, clockStepsEveryMs: Infinity, cutsEveryMs: Infinity },
    log: NO_FAULTS,
    rows: { ...NO_FAULTS, lost: 0.02 },
  });
  expect(work).toEqual({
    ...{ workspaces: 1, clients: 1, steps: 3, operations: 0, contacts: 1, lists: 1, outcomes: 0, rebuilds: 0 },
    ...{ keyed: 0, twins: 0, repeats: 0, returns: 0, imports: 0, polls: 0, dispositions: 0, writePauses: 0 },
    ...{ failingReceivers: 0, brokenSteps: 0 },
    operationsLeft: ['next'],
  });
});

it('a case that needs all it has is left as it is, and one that goes round in circles ends', async () => {
  expect(await shrink(whole, async () => false)).toBe(whole);
  let runs = 0;
  await shrink(whole, async () => ((runs += 1), runs % 2 === 0));
  expect(runs).toBeLessThanOrEqual(800);
});
