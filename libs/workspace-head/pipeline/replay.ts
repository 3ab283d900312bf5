import { DomainError, type IdempotencyRecord } from '#kernel';
import type { Head } from '../head/head.js';
import { EventNeeded } from '../view/rows-needed.js';
import type { RowsAndHead } from '../view/rows-and-head.js';
import type { Decided, Entry } from './batch.js';
import { answerOf, IDEMPOTENCY } from './idempotency.js';

const DAY_MS = 86_400_000;

/**
 * The first answer to the Idempotency-Key of a command, if there is one. The row of the key says which event has it
 * (docs/adr/0086-rows-of-idempotency-keys-name-the-event-that-has-the-answer.md).
 * @throws RowsNeeded, EventNeeded the row, or the event, is not loaded yet
 * @throws DomainError `idempotency_key_reused` the key was used for another request, or for one that cannot be told any
 *   more: to do it perhaps twice would be worse
 */
export function findReplay(
  head: Pick<Head, 'retained'>,
  { command, snapshot }: Entry,
  view: RowsAndHead,
  days: number,
): Decided | undefined {
  const { keyHash, fingerprint } = command.idempotency!;
  const [kept] = view.rows(IDEMPOTENCY, [[command.workspaceId, keyHash]]);
  if (!kept || Date.parse(kept.occurred_at) + days * DAY_MS <= Date.parse(view.now)) return undefined;
  const record = recordAt(kept.revision, keyHash, head, snapshot);
  // Its key was lost with the store of keys, or shredded by an age that was shorter than it is now.
  if (!record || record.fingerprint === null) {
    throw new DomainError('idempotency_key_reused', 'This Idempotency-Key was used, and its record cannot be read.');
  }
  if (record.fingerprint !== fingerprint) {
    throw new DomainError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  return {
    kind: 'answer',
    answer: answerOf(record, command.recordedBody),
    replayed: true,
    revision: kept.revision,
    events: 0,
    awaits: [],
    lags: false,
  };
}

/**
 * The record that an event of the log has of a key; undefined: it has none.
 * @throws EventNeeded the event is not loaded yet
 */
function recordAt(
  revision: number,
  keyHash: string,
  { retained }: Pick<Head, 'retained'>,
  { events }: Entry['snapshot'],
): IdempotencyRecord | undefined {
  const ofKey = (record: IdempotencyRecord | undefined) => (record?.key_hash === keyHash ? record : undefined);
  const loaded = events.get(revision);
  if (loaded) return ofKey(loaded.metadata.idempotency);
  // Rows may be ahead of this head: then another process has written this revision, and the event here is predicted.
  const found = ofKey(retained.at(revision)?.metadata.idempotency);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal, see EventNeeded
  if (!found) throw new EventNeeded(revision);
  return found;
}
