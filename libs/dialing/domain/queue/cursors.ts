import { type Collection, keyText, type Recorded, type RecordedEvent, type Row, type WorkspaceView } from '#kernel';
import { isSmartListEvent, type SmartListDeleted, type SmartListRow } from '#smart-lists/domain';
import type { CallDispatched } from '../calls/call-events.js';
import { isCallEvent } from '../calls/call.js';
import { type Cursors, FIRST_CURSORS, type Tier, TIERS } from './pick.js';

/** What a request dials (docs/reference/dialing-rules.md#the-next-contact): a list alone, or, as '', the workspace. */
export type CursorScope = string;

/**
 * The cursor after the last dispatch of a tier, or of a list that is dialed alone: a cache of the CallDispatched events
 * (docs/reference/dialing-rules.md#the-next-contact).
 */
export interface CursorRow extends Row {
  readonly workspace_id: string;
  readonly scope: CursorScope;
  /** '' in the scope of a list: there it has one cursor, whatever its priority. */
  readonly tier: Tier | '';
  readonly number: number;
  /** 0 once the list is deleted. */
  readonly live: 0 | 1;
}

export const CURSORS: Collection<CursorRow> = {
  name: 'cursors',
  key: ['workspace_id', 'scope', 'tier'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'scope', 'tier'] }],
};

/** The events that move a cursor, or end it. */
export type CursorEvent = CallDispatched | SmartListDeleted;

/** Whether an event is of a type that moves a cursor, or ends it. */
export function isCursorEvent(event: RecordedEvent): event is Recorded<CursorEvent> {
  return isSmartListEvent(event)
    ? event.type === 'SmartListDeleted'
    : isCallEvent(event) && event.type === 'CallDispatched';
}

/** The scope and the tier of the cursor that an event names: for a dispatch the tier of the list at that moment. */
export function cursorOf(event: CursorEvent): readonly [scope: CursorScope, tier: Tier | ''] {
  if (event.type === 'SmartListDeleted') return [event.data.smart_list_id, ''];
  const { scope, priority } = event.data.snapshot;
  return scope ? [scope.smart_list_id, ''] : ['', priority ?? 'unlisted'];
}

/** The cursor after an event that names it. */
export function evolveCursor(row: CursorRow | undefined, event: Recorded<CursorEvent>): CursorRow | undefined {
  const { revision, metadata } = event;
  if (event.type === 'SmartListDeleted') return row && { ...row, live: 0, revision };
  const [scope, tier] = cursorOf(event);
  return { workspace_id: metadata.workspace_id, scope, tier, number: event.data.member_number, live: 1, revision };
}

/** The cursors of all tiers as of a view, in the scope of the workspace. */
export function cursorsOf(view: WorkspaceView): Cursors {
  const moved = TIERS.map((tier) => [tier, numberOf(view, '', tier)] as const);
  return Object.fromEntries(moved) as Cursors;
}

/** The cursors for a request that dials a list alone: that of its tier is the one of the list. */
export function cursorsOfList(view: WorkspaceView, { smart_list_id, priority }: SmartListRow): Cursors {
  return { ...FIRST_CURSORS, [priority]: numberOf(view, smart_list_id, '') };
}

function numberOf(view: WorkspaceView, scope: CursorScope, tier: CursorRow['tier']): number {
  return view.resident(CURSORS).get(keyText([view.workspaceId, scope, tier]))?.number ?? -1;
}
