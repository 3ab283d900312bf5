import { laneKey, PLAIN_KEY } from '#eligibility';
import { type Collection, keyText, type Recorded, type RecordedEvent, type Row, type WorkspaceView } from '#kernel';
import { type DialGroupDeleted, isDialGroupEvent } from '#dial-groups/domain';
import { isSmartListEvent, PRIORITIES, type SmartListDeleted, type SmartListRow } from '#smart-lists/domain';
import type { CallDispatched } from '../calls/call-events.js';
import { isCallEvent } from '../calls/call.js';
import { type Cursors, FIRST_CURSORS, type LaneCursor, type Tier, TIERS } from './eligible-members.js';

/** The cursors of a scope: those of the workspace (''), of a dial group or of a list, by its id. */
export type CursorScope = string;

/**
 * The cursors after the last dispatch of a tier in a scope: a cache of the CallDispatched events
 * (docs/reference/dialing-rules.md#the-next-contact).
 */
export interface CursorRow extends Row {
  readonly workspace_id: string;
  readonly scope: CursorScope;
  /** '' in the scope of a list: there it has one cursor for each lane, whatever its priority. */
  readonly tier: Tier | '';
  /** Of each lane that has one, by its key. */
  readonly lanes: Readonly<Record<string, LaneCursor>>;
  /** 0 once the list or the dial group is deleted. */
  readonly live: 0 | 1;
}

export const CURSORS: Collection<CursorRow> = {
  name: 'cursors',
  key: ['workspace_id', 'scope', 'tier'],
  indexes: [{ name: 'live', fields: ['workspace_id', 'live', 'scope', 'tier'] }],
};

/** The events that move a cursor, or end it. */
export type CursorEvent = CallDispatched | SmartListDeleted | DialGroupDeleted;

/** Whether an event moves a cursor, or ends it. A dispatched callback moves none. */
export function isCursorEvent(event: RecordedEvent): event is Recorded<CursorEvent> {
  if (isSmartListEvent(event)) return event.type === 'SmartListDeleted';
  if (isDialGroupEvent(event)) return event.type === 'DialGroupDeleted';
  return isCallEvent(event) && event.type === 'CallDispatched' && event.data.snapshot.callback_at === undefined;
}

/**
 * Scope and tier of the cursors that an event moves or ends: for a dispatch one, in the tier of the list at that
 * moment; a dial group ends with those of all tiers, also of tiers it never dialed.
 */
export function cursorsNamed(event: CursorEvent): readonly (readonly [scope: CursorScope, tier: Tier | ''])[] {
  switch (event.type) {
    case 'CallDispatched':
      return [cursorMoved(event)];
    case 'SmartListDeleted':
      return [[event.data.smart_list_id, '']];
    case 'DialGroupDeleted':
      return PRIORITIES.map((tier) => [event.data.dial_group_id, tier]);
    default:
      return event satisfies never;
  }
}

/** The cursors after an event that names them. */
export function evolveCursor(row: CursorRow | undefined, event: Recorded<CursorEvent>): CursorRow | undefined {
  const { revision, metadata } = event;
  if (event.type !== 'CallDispatched') return row && { ...row, live: 0, revision };
  const [scope, tier] = cursorMoved(event);
  const { member_number: number, snapshot } = event.data;
  const key = snapshot.lane ? laneKey(snapshot.lane) : PLAIN_KEY;
  const lanes = { ...row?.lanes, [key]: { number, turn: revision } };
  return { workspace_id: metadata.workspace_id, scope, tier, lanes, live: 1, revision };
}

function cursorMoved({ data }: CallDispatched): readonly [scope: CursorScope, tier: Tier | ''] {
  const { scope, priority } = data.snapshot;
  if (scope?.smart_list_id !== undefined) return [scope.smart_list_id, ''];
  return [scope?.dial_group_id ?? '', priority ?? 'unlisted'];
}

/**
 * The cursors of all tiers as of a view.
 * @param scope '': the workspace; else the id of a dial group
 */
export function cursorsOf(view: WorkspaceView, scope: CursorScope = ''): Cursors {
  const moved = TIERS.map((tier) => [tier, lanesOf(view, scope, tier)] as const);
  return Object.fromEntries(moved) as Cursors;
}

/** The cursors for a request that dials a list alone: those of its tier are the ones of the list. */
export function cursorsOfList(view: WorkspaceView, { smart_list_id, priority }: SmartListRow): Cursors {
  return { ...FIRST_CURSORS, [priority]: lanesOf(view, smart_list_id, '') };
}

function lanesOf(view: WorkspaceView, scope: CursorScope, tier: CursorRow['tier']): CursorRow['lanes'] {
  return view.resident(CURSORS).get(keyText([view.workspaceId, scope, tier]))?.lanes ?? {};
}
