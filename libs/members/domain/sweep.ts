import type { AwaitedRow, Collection, Decide, DomainEvent, Recorded, Row, WorkspaceView } from '#kernel';
import { activeList, type LoweredCap, type SmartListChanged, type SmartListDeleted } from '#smart-lists/domain';
import type { SweepAdvanced } from './member-events.js';
import { afterResets, MEMBERS } from './member.js';
import { memberRemoved, SWEEP_CHUNK } from './removal.js';
import { type InCall, isExhaustedBy, membersAmong, moveDown } from './waterfall.js';

/**
 * A long sweep on the to-do list, or done: the memberships of a deleted list end, or those that a lowered cap exhausts
 * move.
 */
export interface SweepRow extends Row {
  readonly workspace_id: string;
  /**
   * Of a deleted list its id; of a lowered cap the list and its version at that time, since a cap may be lowered
   * several times.
   */
  readonly cause: string;
  readonly smart_list_id: string;
  /** The cap and the target of a lowered cap as of its cause, whatever is changed later; null: the list was deleted. */
  readonly lowered: LoweredCap | null;
  /** Members up to this number are finished; -1 at the start. */
  readonly up_to_number: number;
  readonly done: 0 | 1;
  /** The event that caused the sweep, its revision, and the request behind it. */
  readonly event_id: string;
  readonly since: number;
  readonly correlation_id: string;
}

export const SWEEPS: Collection<SweepRow> = {
  name: 'sweeps',
  key: ['workspace_id', 'cause'],
  indexes: [{ name: 'pending', fields: ['done', 'workspace_id', 'cause'] }],
};

/** The events that begin or continue a long sweep. */
export type SweepEvent = SmartListDeleted | SmartListChanged | SweepAdvanced;

/** The cause of the sweep that an event belongs to; undefined if it belongs to none. */
export function causeOf(event: Recorded<SweepEvent>): string | undefined {
  switch (event.type) {
    case 'SmartListDeleted':
      return event.data.members_left > 0 ? event.data.smart_list_id : undefined;
    case 'SmartListChanged':
      return event.data.exhausts?.cause;
    case 'SweepAdvanced':
      return event.data.cause;
    default:
      return event satisfies never;
  }
}

/** The sweep after an event of its own. */
export function evolveSweep(row: SweepRow | undefined, event: Recorded<SweepEvent>): SweepRow | undefined {
  switch (event.type) {
    case 'SmartListDeleted':
      return startSweep(event, null);
    case 'SmartListChanged':
      return event.data.exhausts && startSweep(event, event.data.exhausts);
    case 'SweepAdvanced': {
      const { up_to_number, done } = event.data;
      return row && { ...row, up_to_number, done: done ? 1 : 0, revision: event.revision };
    }
    default:
      return event satisfies never;
  }
}

function startSweep(event: Recorded<SmartListDeleted | SmartListChanged>, lowered: LoweredCap | null): SweepRow {
  const { id, revision, metadata, data } = event;
  return {
    workspace_id: metadata.workspace_id,
    cause: causeOf(event)!,
    smart_list_id: data.smart_list_id,
    lowered,
    up_to_number: -1,
    done: 0,
    event_id: id,
    since: revision,
    correlation_id: metadata.correlation_id,
    revision,
  };
}

/** The rows that the answer to a change waits for, if it starts a sweep: until the sweep is done. */
export function sweptAfter(workspaceId: string, events: readonly DomainEvent[]): readonly AwaitedRow[] {
  const causes = events.flatMap((event) =>
    isChanged(event) && event.data.exhausts ? [event.data.exhausts.cause] : [],
  );
  return causes.map((cause) => ({
    collection: SWEEPS,
    key: [workspaceId, cause],
    isDone: (row) => (row as SweepRow | undefined)?.done !== 0,
  }));
}

function isChanged(event: DomainEvent): event is SmartListChanged {
  return event.type === 'SmartListChanged';
}

/** The result of a chunk: its events, how far it read, and whether that was the end. */
interface Chunk {
  readonly events: readonly DomainEvent[];
  readonly upTo: number;
  readonly done: boolean;
}

/**
 * The next chunk of a long sweep: ends or moves at most {@link SWEEP_CHUNK} memberships in the order of their numbers
 * and records the progress, also when it ended or moved none. No event if the sweep is done. The answer's body says
 * `done`.
 */
export function advanceSweep(cause: string, inCall: InCall): Decide {
  return (view) => {
    const answer = (done: boolean) => () => ({ status: 200, body: { ok: true, done } });
    const [sweep] = view.rows(SWEEPS, [[view.workspaceId, cause]]);
    if (!sweep || sweep.done === 1) return { events: [], answer: answer(true) };
    const { smart_list_id, lowered } = sweep;
    const { events, upTo, done } = lowered ? moveExhausted(view, sweep, lowered, inCall) : endMemberships(view, sweep);
    const data = { cause, smart_list_id, up_to_number: upTo, done };
    const advanced: SweepAdvanced = { type: 'SweepAdvanced', data };
    return { events: [...events, advanced], answer: answer(done) };
  };
}

function endMemberships(view: WorkspaceView, { smart_list_id, up_to_number }: SweepRow): Chunk {
  const { rows, upTo, done } = membersBehind(view, smart_list_id, up_to_number, SWEEP_CHUNK);
  const removed = memberRemoved(
    view,
    'list_deleted',
    rows.map(({ contact_id }) => ({ contactId: contact_id, listIds: [smart_list_id] })),
  );
  return { events: removed ? [removed] : [], upTo, done };
}

/**
 * Members judged in one chunk: most may have attempts left, and a sweep over a million of those still ends within a
 * minute.
 */
const LOOKED_AT = 5_000;

function moveExhausted(view: WorkspaceView, sweep: SweepRow, lowered: LoweredCap, inCall: InCall): Chunk {
  const { smart_list_id, up_to_number, since } = sweep;
  const list = activeList(view, smart_list_id);
  // Raising the cap ends the sweep. A deleted list has no members, and without the target they cannot move.
  if (!list || list.cap_raised > since || !activeList(view, lowered.next_list_id)) {
    return { events: [], upTo: up_to_number, done: true };
  }
  const looked = membersBehind(view, smart_list_id, up_to_number, LOOKED_AT);
  const calling = inCall(view, smart_list_id);
  const moving: string[] = [];
  let upTo = up_to_number;
  for (const row of looked.rows) {
    // A later member joined with the attempts it had by then, and is not moved.
    if (row.number > since)
      return { events: moveExhaustedDown(view, smart_list_id, lowered, moving), upTo, done: true };
    // A call from this membership that was under way when the cap was lowered, or began since, decides when it
    // completes. One from an earlier membership moves no member.
    const untouched = row.call_revision <= since && !calling.has(row.number);
    if (untouched && isExhaustedBy(lowered, afterResets(row, list))) {
      if (moving.length === SWEEP_CHUNK) {
        return { events: moveExhaustedDown(view, smart_list_id, lowered, moving), upTo, done: false };
      }
      moving.push(row.contact_id);
    }
    upTo = row.number;
  }
  return { events: moveExhaustedDown(view, smart_list_id, lowered, moving), upTo: looked.upTo, done: looked.done };
}

function moveExhaustedDown(
  view: WorkspaceView,
  from: string,
  { next_list_id: to }: LoweredCap,
  contactIds: readonly string[],
): readonly DomainEvent[] {
  return moveDown(view, from, to, contactIds, membersAmong(view, to, contactIds));
}

function membersBehind(view: WorkspaceView, smartListId: string, after: number, limit: number) {
  const { rows, next } = view.scan(MEMBERS, 'by_number', [view.workspaceId, smartListId, 1], { after: [after], limit });
  // Every row that the index returned may have left by events that the rows do not have: the next chunk continues
  // behind them all the same.
  return { rows, upTo: Number(next?.[0] ?? rows.at(-1)?.number ?? after), done: next === undefined };
}
