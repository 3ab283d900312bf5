import type { Projection } from '#kernel';
import { evolveZonesRefresh, isRefreshEvent, ZONES_REFRESH, type ZonesRefreshRow } from '../domain/refresh-zones.js';

/** The to-do list of workspaces whose contacts are told by another table of numbers. */
export const zonesRefreshProjection: Projection<ZonesRefreshRow> = {
  collection: ZONES_REFRESH,
  version: 1,
  keys: (event) => (isRefreshEvent(event) ? [[event.metadata.workspace_id]] : []),
  evolve: (row, event) => (isRefreshEvent(event) ? evolveZonesRefresh(row, event) : row),
};
