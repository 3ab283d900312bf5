import type { JsonObject } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import type { RecordedBody } from '#workspace-head';
import { presentReference } from '../domain/change-members.js';

/**
 * The recorded answer of a batch of members. The references that resolve to no contact are part of the request: the
 * record keeps their positions there, so the log, which keeps everything, gets no phone of a person who is no contact.
 */
export function recordedBatch(references: readonly ContactReference[]): RecordedBody {
  const presented = references.map(presentReference);
  return {
    keep: ({ unmatched_references: unmatched, ...counts }) => {
      if (unmatched === undefined) return counts;
      const texts = new Set((unmatched as readonly JsonObject[]).map((each) => JSON.stringify(each)));
      const indexes = presented.flatMap((each, index) => (texts.has(JSON.stringify(each)) ? [index] : []));
      return { ...counts, unmatched_at: indexes };
    },
    restore: ({ unmatched_at: indexes, ...body }) => {
      if (indexes === undefined) return body;
      return { ...body, unmatched_references: (indexes as readonly number[]).map((index) => presented[index]!) };
    },
  };
}
