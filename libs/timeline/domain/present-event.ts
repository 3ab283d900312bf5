import type { RecordedEvent } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { shownData, subjectsIn } from './event-views.js';

/**
 * Subjects that an answer names: 100 contacts that leave 1,000 lists are 100,000 members, all of them in the index and
 * in `data`.
 */
const MAX_SUBJECTS = 1_000;

/** An event as the API shows it (docs/reference/http-contract.md#event). @param name of the key that acted */
export function presentEvent(event: RecordedEvent, name: string | null) {
  const { id, type, stream, revision, metadata } = event;
  const { kind, id: actorId } = metadata.actor;
  return {
    event_id: id,
    type,
    schema_version: metadata.schema_version,
    occurred_at: metadata.occurred_at,
    stream: stream.startsWith(DELIVERY_STREAMS) ? ('delivery' as const) : ('workspace' as const),
    revision,
    actor: { type: kind, id: actorId, name },
    request_id: metadata.correlation_id,
    caused_by: metadata.causation_id,
    subjects: subjectsIn(event).slice(0, MAX_SUBJECTS),
    data: shownData(event),
  };
}
