/** The figures of one side, one per round. */
export interface Side {
  readonly what: string;
  readonly unit: string;
  readonly rounds: readonly number[];
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The result of a benchmark: its work in words, both sides, and the ratio that is compared with the bar. */
export interface Result {
  readonly id: string;
  readonly work: Readonly<Record<string, unknown>>;
  readonly ours: Side;
  readonly theirs: Side;
  /** The median of the ratios of each pair of rounds: noise that lasts longer than a pair cancels out. */
  readonly ratio: { readonly median: number; readonly rounds: readonly number[] };
  readonly must: number;
  readonly aim: number;
  /**
   * `at_most` where less is better (S8); `none` where the bar is for real servers and stand-ins were measured
   * (S4BD, S6D and S10).
   */
  readonly bar: 'at_least' | 'at_most' | 'none';
  readonly notes: readonly string[];
}

export interface BenchOptions {
  /** Pairs of rounds; at least 3 for a published figure. */
  readonly rounds: number;
  /** How long one round of a timed benchmark lasts, in seconds. */
  readonly seconds: number;
  /** The directory of the data files: on a disk; on a tmpfs fsync costs nothing. */
  readonly directory: string;
  /**
   * Members of the larger call center of S6 and S6H and of the list of P4, if not their own number: smaller runs are no
   * published figure.
   */
  readonly members?: number | undefined;
  /** How long SOAK lasts, in minutes; at least 3, 10 for a published figure. */
  readonly minutes: number;
  readonly log: (line: string) => void;
}

/** A program that a benchmark needs is not installed; the message says which, and how to get it. */
export class MissingTool extends Error {}

/** A benchmark of docs/quality.md#speed. */
export interface Bench {
  readonly id: string;
  readonly title: string;
  readonly run: (options: BenchOptions) => Promise<Result | readonly Result[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** One side of a result. @param rounds its figures */
export function side(what: string, unit: string, rounds: readonly number[]): Side {
  return { what, unit, rounds, median: median(rounds), min: Math.min(...rounds), max: Math.max(...rounds) };
}

export interface Pairing {
  readonly unit: string;
  readonly ours: { readonly what: string; readonly run: (round: number) => Promise<number> };
  readonly theirs: { readonly what: string; readonly run: (round: number) => Promise<number> };
}

/** Runs both sides in turn (A B A B …) after a warm-up pair that is not counted. */
export async function paired(
  { rounds, log }: BenchOptions,
  { unit, ours, theirs }: Pairing,
): Promise<Pick<Result, 'ours' | 'theirs' | 'ratio'>> {
  const figures: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await ours.run(round), await theirs.run(round)];
    if (round > 0) figures.push(pair);
    log(
      `  ${round === 0 ? 'warm-up' : `round ${round}`}: ${pair.map((value) => value.toFixed(1)).join(' : ')} ${unit}`,
    );
  }
  const ratios = figures.map(([a, b]) => a / b);
  return {
    ours: side(
      ours.what,
      unit,
      figures.map(([a]) => a),
    ),
    theirs: side(
      theirs.what,
      unit,
      figures.map(([, b]) => b),
    ),
    ratio: { median: median(ratios), rounds: ratios },
  };
}

/** The rate per second of `count` things done since `start` (performance.now()). */
export function perSecond(count: number, start: number): number {
  return (count * 1000) / (performance.now() - start);
}
