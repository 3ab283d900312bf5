import type { PastRefusal } from '../service/past/index.js';
import { Refusal } from './console.js';

export type {
  CallOrder,
  CausedEvent,
  CauseTree,
  CheckedLog,
  HeldStreamRow,
  OrderedContact,
  PastEventsOptions,
  Place,
  RowDifference,
  Subject,
  TimelineEntry,
  Unopened,
  VerifiedRows,
} from '../service/past/index.js';

/** Loads what reads a log: without it, other commands start in a tenth of the time. */
export function loadPast(): Promise<typeof import('../service/past/index.js')> {
  return import('../service/past/index.js');
}

/** To be called with what reading a log has thrown. @throws Refusal with the exit code of its reason */
export function refuse(error: unknown): never {
  const { name, reason, message } = error as Partial<Omit<PastRefusal, 'name'>> & { readonly name?: string };
  if (name === 'AbortError') throw new Refusal('It was interrupted.', 'interrupted');
  throw name === 'PastRefusal' ? new Refusal(message!, reason) : error;
}

/** Why an event cannot be read, without its place, which stands before it, and without its full stop. */
export function causeOf(reason: string, stream: string, revision: number): string {
  const place = `${stream}@${revision}: `;
  return reason.slice(reason.startsWith(place) ? place.length : 0).replace(/\.$/, '');
}
