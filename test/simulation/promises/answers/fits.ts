import type { WorkspaceModel } from '../model/workspace-model.js';
import type { Asked } from './asked.js';

/** By which the clock of a process that decides may differ from the true time, in milliseconds. */
export const CLOCK_MS = 2_000;

/** What a success of a route has to show in a state; undefined: it fits. */
export type Fits = (asked: Asked, model: WorkspaceModel) => string | undefined;

export const bodyOf = <Body>({ answer }: Asked): Body => answer.body as Body;

/**
 * The instants at which a read may have looked at its clock. Reads are not refused where the clock is wrong: they show
 * what is so by that clock (docs/adr/0028-a-process-whose-clock-is-wrong-does-nothing.md).
 */
export function instantsOf({ request }: Asked): { readonly earliest: number; readonly latest: number } {
  const { askedAt, answeredAt, clockMs } = request;
  return {
    earliest: askedAt - CLOCK_MS + Math.min(0, ...clockMs),
    latest: answeredAt + CLOCK_MS + Math.max(0, ...clockMs),
  };
}

export const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
