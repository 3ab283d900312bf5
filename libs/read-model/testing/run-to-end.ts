import type { Projection } from '#kernel';
import type { ProgressReport } from '../progress/progress.js';
import type { ReadModelWriter } from '../read-model.js';
import { ProjectionRunner } from '../projecting/projection-runner.js';
import type { RunnerOptions } from '../projecting/runner-options.js';
import { CARD_PROJECTIONS } from './cards.js';
import type { FakeLog } from './fake-log.js';

/** Runs a follower until it has caught up with the log, or until a test ends it. @returns its reports */
export async function runToEnd(
  log: FakeLog,
  writer: ReadModelWriter,
  { report: alsoTo, until, ...options }: Partial<RunnerOptions> & { readonly until?: AbortController } = {},
  projections: readonly Projection[] = CARD_PROJECTIONS,
): Promise<ProgressReport[]> {
  const stop = until ?? new AbortController();
  const reports: ProgressReport[] = [];
  const report = (told: ProgressReport): void => {
    reports.push(told);
    if (told.caughtUp && !until) stop.abort();
    alsoTo?.(told);
  };
  const sleep = async (): Promise<void> => undefined;
  await new ProjectionRunner({ events: log, writer, projections, follower: 'f', sleep, report, ...options }).run(
    stop.signal,
  );
  return reports;
}
