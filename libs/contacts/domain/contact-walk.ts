import type { Recorded, RecordedEvent, Row, WorkspaceView } from '#kernel';
import { type ContactRow, CONTACTS } from './contact.js';

/** A walk over the contacts of a workspace in the order of their numbers, chunk by chunk, each of them in the log. */
export interface ContactWalk extends Row {
  readonly workspace_id: string;
  /** Contacts up to this number are finished; -1 at the start. */
  readonly up_to_number: number;
  readonly done: 0 | 1;
  /** The event that began it, its revision, and the request behind it. */
  readonly event_id: string;
  readonly since: number;
  readonly correlation_id: string;
}

/** A chunk has passed the contacts up to a number; what changed of them is in the same append. */
export type WalkAdvanced = { readonly up_to_number: number; readonly done: boolean };

/** The walk that an event begins. */
export function walkBegunBy({ id, revision, metadata }: RecordedEvent): ContactWalk {
  return {
    workspace_id: metadata.workspace_id,
    up_to_number: -1,
    done: 0,
    event_id: id,
    since: revision,
    correlation_id: metadata.correlation_id,
    revision,
  };
}

/** A walk after one of its chunks. */
export function walkAfter<Walk extends ContactWalk>(
  row: Walk,
  { data, revision }: Pick<Recorded<{ readonly type: string; readonly data: WalkAdvanced }>, 'data' | 'revision'>,
): Walk {
  return { ...row, up_to_number: data.up_to_number, done: data.done ? 1 : 0, revision };
}

/** The next contacts of a walk. */
export interface ContactsBehind {
  /** Those that exist, from before the walk began. */
  readonly contacts: readonly ContactRow[];
  /** The number that the walk has passed with these. */
  readonly upTo: number;
  /** There are none behind these. */
  readonly isLast: boolean;
}

/**
 * The next contacts of a walk, of those from before it began.
 * @param limit how many rows are read, at most
 */
export function contactsBehind(
  view: WorkspaceView,
  { up_to_number, since }: ContactWalk,
  limit: number,
): ContactsBehind {
  const options = { after: [up_to_number], limit };
  const { rows, next } = view.scan(CONTACTS, 'by_number', [view.workspaceId, 1], options);
  const contacts = rows.filter(({ number }) => number <= since);
  // Every row that the index returned may be gone by events that the rows do not have: the next chunk continues behind
  // them all the same.
  const upTo = Number(next?.[0] ?? contacts.at(-1)?.number ?? up_to_number);
  return { contacts, upTo, isLast: next === undefined || contacts.length < rows.length };
}
