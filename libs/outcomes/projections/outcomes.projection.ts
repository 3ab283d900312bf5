import type { Projection } from '#kernel';
import { evolveOutcome, isOutcomeEvent, OUTCOMES, type OutcomeRow } from '../domain/outcome.js';

/** The outcomes of a workspace; the head holds all that are not deleted. */
export const outcomesProjection: Projection<OutcomeRow> = {
  collection: OUTCOMES,
  version: 2,
  keys: (event) => (isOutcomeEvent(event) ? [[event.metadata.workspace_id, event.data.outcome_id]] : []),
  evolve: (row, event) => (isOutcomeEvent(event) ? evolveOutcome(row, event) : row),
  resident: { liveIndex: 'live', isLive: ({ live }) => live === 1 },
};
