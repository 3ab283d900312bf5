import type { Projection } from '#kernel';
import { DIALED_BY, type DialedByRow, evolveDialedBy, isJudgedByData } from '../domain/queue/time-zone-data.js';

/** The time zone data by which each workspace is dialed; the head has the row of its workspace. */
export const dialedByProjection: Projection<DialedByRow> = {
  collection: DIALED_BY,
  version: 1,
  keys: (event) => (isJudgedByData(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => (isJudgedByData(event) ? evolveDialedBy(row, event) : row),
  resident: { liveIndex: 'live', isLive: () => true },
};
