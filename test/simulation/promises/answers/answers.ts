import type { Judge } from '../../world.js';
import { type Asked, askedOf, isSuccess } from './asked.js';
import { type Claim, refuted } from './claims.js';
import { filesAreRefusedForAReason } from './import-refusals.js';
import { claimsOfRefusal, refusedAndDone } from './refusals.js';
import { keysAreRefusedForAReason, retriesAreOneWrite } from './retries.js';
import { claimsOfSuccess, placedOutsideItsRequest } from './successes.js';

/** Each answer fits its events, and the state at some moment between question and answer. */
export const answersFit: Judge = (history) => {
  const all = askedOf(history);
  const shown = new ShownByThen(all, history.answersAhead);
  const claims: Claim[] = [];
  const violations: string[] = [];
  for (const asked of all) {
    const claimsOf = isSuccess(asked.answer) ? claimsOfSuccess : claimsOfRefusal;
    claims.push(...claimsOf(asked, shown.when(asked)));
    violations.push(...(isSuccess(asked.answer) ? placedOutsideItsRequest(asked) : refusedAndDone(asked)));
  }
  return [...violations, ...filesAreRefusedForAReason(history, all), ...refuted(history.events, claims)];
};

/** Requests under one Idempotency-Key have one effect and one answer. */
export const retriesFit: Judge = (history) => {
  const all = askedOf(history);
  return [...retriesAreOneWrite(all), ...keysAreRefusedForAReason(history, all)];
};

/**
 * Events of the log that a read has to show: those of writes that were answered before it was asked, by a process of
 * the same version, and not said to lag. Where they were answered ahead of the rows, the read itself says that it lags.
 */
class ShownByThen {
  private readonly writes: readonly Asked[];

  constructor(
    all: readonly Asked[],
    private readonly answersAhead: boolean,
  ) {
    const shows = ({ answer, indexes }: Asked): boolean =>
      isSuccess(answer) && indexes.length > 0 && answer.headers['projection-lag'] === undefined;
    this.writes = all.filter(shows);
  }

  when({ request, workspaceId, answer }: Asked): number {
    const isExcused = this.answersAhead && request.method === 'GET' && answer.headers['projection-lag'] !== undefined;
    if (isExcused) return 0;
    const before = this.writes.filter(
      (write) =>
        write.workspaceId === workspaceId &&
        write.request.version === request.version &&
        write.request.answeredAt <= request.askedAt,
    );
    return Math.max(0, ...before.map(({ indexes }) => indexes.at(-1)! + 1));
  }
}
