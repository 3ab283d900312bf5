import type { JsonObject } from '#kernel';
import type { ContactReference } from '#contacts/domain';
import type { RecordedBody } from '#workspace-head';
import { presentReference } from '../domain/change-members.js';

/**
 * How the answer of a batch of members is recorded. The references that resolve to no contact are in the request: the
 * record keeps their places there, and no phone of a stranger comes into a log that forgets nothing.
 */
export function recordedBatch(references: readonly ContactReference[]): RecordedBody {
  const presented = references.map(presentReference);
  return {
    keep: ({ unmatched_references: unmatched, ...counts }) => {
      if (unmatched === undefined) return counts;
      const texts = new Set((unmatched as readonly JsonObject[]).map((each) => JSON.stringify(each)));
      const places = presented.flatMap((each, place) => (texts.has(JSON.stringify(each)) ? [place] : []));
      return { ...counts, unmatched_at: places };
    },
    restore: ({ unmatched_at: places, ...body }) => {
      if (places === undefined) return body;
      return { ...body, unmatched_references: (places as readonly number[]).map((place) => presented[place]!) };
    },
  };
}
