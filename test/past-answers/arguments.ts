import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Pair } from '../support/deployments/deployment.js';

export interface Arguments {
  /** The log has at least this number of events at the end. */
  readonly events: number;
  /** Instants at which answers are recorded. */
  readonly instants: number;
  /** GETs that are recorded at each instant. */
  readonly gets: number;
  readonly seed: number;
  /** Times that the service is killed. */
  readonly kills: number;
  readonly pair: Pair;
  /** What is recorded, and on the embedded pair the stores, stay there; undefined: nothing is kept. */
  readonly dir: string | undefined;
}

export const USAGE =
  'npm run past-answers -- [--events N] [--instants N] [--gets N] [--seed S] [--kills N] [--pair embedded|distributed] [--dir DIR]';

/** Seeds are numbers of 32 bits. */
const SEEDS = 2 ** 32;

/** @throws TypeError an unknown argument; RangeError a value that its rule forbids */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '1000000' },
      instants: { type: 'string', default: '50' },
      gets: { type: 'string', default: '200' },
      seed: { type: 'string' },
      kills: { type: 'string', default: '4' },
      pair: { type: 'string', default: 'embedded' },
      dir: { type: 'string' },
    },
  });
  const { pair, seed, dir } = values;
  if (pair !== 'embedded' && pair !== 'distributed')
    throw new RangeError(`--pair: embedded or distributed, not ${pair}`);
  return {
    events: wholeNumber('--events', values.events, 1),
    instants: wholeNumber('--instants', values.instants, 1),
    gets: wholeNumber('--gets', values.gets, 1),
    seed: seed === undefined ? randomInt(SEEDS) : wholeNumber('--seed', seed, 0),
    kills: wholeNumber('--kills', values.kills, 0),
    pair,
    dir,
  };
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value < SEEDS) return value;
  throw new RangeError(`${name}: a whole number from ${least} to ${SEEDS - 1}, not ${text}`);
}
