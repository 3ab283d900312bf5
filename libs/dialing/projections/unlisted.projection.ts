import type { DocumentKey, Projection } from '#kernel';
import { POSITION_FIELDS } from '#eligibility';
import { WORKSPACES } from '#workspaces/domain';
import {
  contactsOfUnlisted as contacts,
  evolveUnlisted,
  isUnlistedEvent,
  UNLISTED,
  type UnlistedRow,
} from '../domain/queue/unlisted.js';

/** Contacts as the queue of contacts without a list. */
export const unlistedProjection: Projection<UnlistedRow> = {
  collection: UNLISTED,
  version: 8,
  keys: (event) => contacts(event).map((contact): DocumentKey => [event.metadata.workspace_id, contact]),
  cachedFields: POSITION_FIELDS,
  needs: (event) =>
    contacts(event).length > 0 ? [{ collection: WORKSPACES, key: [event.metadata.workspace_id] }] : [],
  evolve: (row, event, [workspaceId, contactId], settings) => {
    if (!isUnlistedEvent(event)) return row;
    const workspace = settings.row(WORKSPACES, [workspaceId!]);
    return evolveUnlisted(
      row,
      event,
      contactId!,
      workspace && { limits: workspace.unlisted, zone: workspace.time_zone },
    );
  },
  touches: (event) => {
    const { workspace_id } = event.metadata;
    return contacts(event).flatMap((contact) => {
      const key = [workspace_id, contact];
      return [
        { index: 'queue', prefix: [workspace_id, ''], key },
        { index: 'lanes', prefix: [workspace_id], key },
      ];
    });
  },
};
