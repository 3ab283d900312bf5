import { APPENDS, isRunOf } from '../../../docs/events/appends.js';
import { naming } from '../model/events.js';
import { broken, type Rule } from './rule.js';

const known = new Map<string, boolean>();

/** What a command appends is one of the kinds of writes that docs/reference/events.md lists, whole. */
export const writesAreWhole: Rule = (_before, event, { events, by }) => {
  if (event !== events[0]) return [];
  const types = events.map(({ type }) => type);
  const run = `${by}: ${types.join(' ')}`;
  if (!known.has(run))
    known.set(
      run,
      APPENDS.some((kind) => kind.by === by && isRunOf(kind, types)),
    );
  return broken(!known.get(run), event, () => `no kind of write is ${run}`);
};

/** Events of a workspace are dated by one clock that never goes back, and those of a write by one instant. */
export const timeNeverGoesBack: Rule = (before, event, { events }) => {
  const [{ occurred_at: first }, { occurred_at }] = [events[0]!.metadata, event.metadata];
  return [
    ...broken(
      Date.parse(occurred_at) < before.now,
      event,
      () => `the event before is of ${new Date(before.now).toISOString()}`,
    ),
    ...broken(occurred_at !== first, event, () => `${naming(events[0]!)} is of the same write`),
  ];
};

/** The record of an Idempotency-Key stands on the last event of its write. */
export const recordsStandLast: Rule = (_before, event, { events }) =>
  broken(
    event.metadata.idempotency !== undefined && event !== events.at(-1),
    event,
    () => 'a record stands before the end',
  );
