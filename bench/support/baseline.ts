import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './measure.js';

const FILE = join('bench', 'baseline.json');
/** What a ratio may be worse than its baseline: two runs on one quiet machine differ by less. */
const TOLERANCE = 0.15;

/** A ratio that was measured before. */
export interface Known {
  readonly ratio: number;
  /** The day it was measured on, as YYYY-MM-DD. */
  readonly on: string;
}

/** Ratios by the id of their benchmark. Ratios, unlike rates, hold for another machine as well. */
export type Baseline = Readonly<Record<string, Known>>;

/** @throws Error the file is not there, or is no JSON */
export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;
}

/** Puts the measured ratios in the place of the known ones; those that were not measured stay. */
export function writeBaseline(known: Baseline, results: readonly Result[], on: string): void {
  const measured = compared(results).map(({ id, ratio }) => [id, { ratio: Number(ratio.median.toPrecision(3)), on }]);
  const all = Object.entries({ ...known, ...(Object.fromEntries(measured) as Baseline) });
  const inOrder = all.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`);
}

/** A sentence for each result that is worse than its baseline by more than the tolerance, or that has none. */
export function regressions(known: Baseline, results: readonly Result[]): readonly string[] {
  return compared(results).flatMap(({ id, ratio: { median }, bar }) => {
    const before = known[id];
    if (!before) return [`${id} has no baseline: measure it on a quiet machine with --baseline.`];
    const isWorse =
      bar === 'at_most' ? median > before.ratio * (1 + TOLERANCE) : median < before.ratio * (1 - TOLERANCE);
    if (!isWorse) return [];
    const percent = Math.round(Math.abs(median / before.ratio - 1) * 100);
    return [`${id} is ${percent} % worse than on ${before.on}: ${median.toPrecision(3)} instead of ${before.ratio}.`];
  });
}

/** On stand-ins of the stores nothing is compared. */
function compared(results: readonly Result[]): readonly Result[] {
  return results.filter(({ bar }) => bar !== 'none');
}
