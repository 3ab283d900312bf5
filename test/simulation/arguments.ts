import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface Arguments {
  /** The first seed; the others follow it. */
  readonly first: number;
  readonly seeds: number;
  /** Of real time, after which no further world is begun; undefined: no limit. */
  readonly minutes: number | undefined;
  /** Whether each world is run twice, to compare the hashes. */
  readonly isTwice: boolean;
  /** Whether the story of each world is told. */
  readonly isTold: boolean;
  /** Whether a world that breaks a promise is made as small as can be before its story is told. */
  readonly isShrunk: boolean;
}

/** Seeds are numbers of 32 bits. */
const SEEDS = 2 ** 32;

/** @throws TypeError an unknown argument; RangeError one that is no number of its kind */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      from: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      twice: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
    },
  });
  const { seed, from, seeds, minutes, twice, shrink } = values;
  const isTold = seed !== undefined;
  return {
    first: seed === undefined ? (from === undefined ? randomInt(SEEDS - 1) : number(from)) : number(seed),
    seeds: isTold ? 1 : seeds === undefined ? (minutes === undefined ? 100 : Infinity) : positive(seeds),
    minutes: minutes === undefined ? undefined : positive(minutes),
    isTwice: twice,
    isTold,
    isShrunk: shrink,
  };
}

function number(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`${text} is no whole number`);
  return value;
}

/** Of seeds and minutes: with 0 of them no world would be run, and none be found broken. */
function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new RangeError(`${text} is no number above 0`);
  return value;
}
