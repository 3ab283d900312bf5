import { type EventViews, subjectsOf } from '#kernel';
import type { ImportEvent } from './import.js';

/** An import is work of its workspace, and of its list where it has one. */
const ofListAndWorkspace = ({ smart_list_id }: { readonly smart_list_id: string | null }, workspaceId: string) => [
  ...subjectsOf('workspace', workspaceId),
  ...subjectsOf('list', smart_list_id),
];
const ofWorkspace = (_data: object, workspaceId: string) => subjectsOf('workspace', workspaceId);

/** How GET /events shows the events of imports. */
export const IMPORT_EVENT_VIEWS: EventViews<ImportEvent> = {
  ImportCreated: {
    shows: { import_id: true, kind: true, smart_list_id: true, name: true },
    subjects: ofListAndWorkspace,
  },
  ImportAdvanced: {
    shows: { import_id: true, up_to_row: true, check: true, counts: true, refused: true },
    subjects: ofWorkspace,
  },
  ImportFinished: {
    shows: { import_id: true, kind: true, smart_list_id: true, name: true, rows: true, counts: true },
    subjects: ofListAndWorkspace,
  },
  ImportCancelled: { shows: { import_id: true }, subjects: ofWorkspace },
};
