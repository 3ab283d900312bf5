import { ADMIN_TOKEN } from '../support/service.js';
import { compare, type Comparison } from './differences.js';
import { servePast } from './past-server.js';
import type { Moment, RecordedAnswers } from './recorded-answers.js';
import { Caller } from './workload/caller.js';
import type { LogWritten } from './write-log.js';

/** What a past has answered at one instant. */
export interface Compared {
  readonly moment: Moment;
  /** Milliseconds from the command to its first answer. */
  readonly foldedMs: number;
  readonly counts: Readonly<Record<Comparison, number>>;
  /** The paths whose answers differ. */
  readonly differing: readonly string[];
}

export interface AskingAgain {
  readonly recorded: RecordedAnswers;
  /** The directory of the past, which goes forward from instant to instant. */
  readonly keep: string;
  /** The environment of the service whose log it is. */
  readonly environment: Readonly<Record<string, string>>;
  readonly written: Pick<LogWritten, 'forgotten'>;
}

/** Asks a past at each instant what was asked then. Each instant is a command of its own over the same directory. */
export async function* askedAgain(asking: AskingAgain): AsyncGenerator<Compared> {
  const { recorded, keep, written } = asking;
  const environment = { ...asking.environment, ADMIN_TOKEN };
  for (const moment of recorded.moments) {
    const began = performance.now();
    const past = await servePast(moment.at, keep, environment);
    const foldedMs = performance.now() - began;
    const caller = new Caller(past.port);
    const counts = { same: 0, erased: 0, different: 0 };
    const differences: { path: string; then: object; past: object }[] = [];
    for (const { path, token, ...then } of recorded.at(moment)) {
      const answer = await caller.get(path, token);
      const comparison = compare({ path, token, ...then }, answer, written.forgotten);
      counts[comparison] += 1;
      if (comparison === 'different') differences.push({ path, then, past: answer });
    }
    caller.close();
    await past.end();
    if (differences.length > 0) recorded.report(moment, differences);
    yield { moment, foldedMs, counts, differing: differences.map(({ path }) => path) };
  }
}
