import type { Collection, Decide, Recorded, Row } from '#kernel';
import type { SmartListDeleted } from '#smart-lists/domain';
import { MEMBERS, type SweepAdvanced } from './member.js';
import { memberRemoved, SWEEP_CHUNK } from './removal.js';

/** A long sweep on the to-do list, or done. */
export interface SweepRow extends Row {
  readonly workspace_id: string;
  readonly cause: string;
  readonly smart_list_id: string;
  /** Members up to this number are done with; -1 at the start. */
  readonly up_to_number: number;
  readonly done: 0 | 1;
  /** The event that made it necessary, and the request behind that. */
  readonly event_id: string;
  readonly correlation_id: string;
}

export const SWEEPS: Collection<SweepRow> = {
  name: 'sweeps',
  key: ['workspace_id', 'cause'],
  indexes: [{ name: 'pending', fields: ['done', 'workspace_id', 'cause'] }],
};

/** The sweep after an event of its own. */
export function evolveSweep(
  row: SweepRow | undefined,
  event: Recorded<SmartListDeleted | SweepAdvanced>,
): SweepRow | undefined {
  const { revision, metadata } = event;
  switch (event.type) {
    case 'SmartListDeleted':
      return {
        workspace_id: metadata.workspace_id,
        cause: event.data.smart_list_id,
        smart_list_id: event.data.smart_list_id,
        up_to_number: -1,
        done: 0,
        event_id: event.id,
        correlation_id: metadata.correlation_id,
        revision,
      };
    case 'SweepAdvanced':
      return row && { ...row, up_to_number: event.data.up_to_number, done: event.data.done ? 1 : 0, revision };
    default:
      return event satisfies never;
  }
}

/**
 * The next piece of a long sweep: ends at most {@link SWEEP_CHUNK} memberships in the order of their numbers and says how far the
 * sweep is, also when nobody was left. Nothing if the sweep is done. The answer's body says `done`.
 */
export function advanceSweep(cause: string): Decide {
  return (view) => {
    const answer = (done: boolean) => () => ({ status: 200, body: { ok: true, done } });
    const [sweep] = view.rows(SWEEPS, [[view.workspaceId, cause]]);
    if (!sweep || sweep.done === 1) return { events: [], answer: answer(true) };
    const { smart_list_id } = sweep;
    const { rows, next } = view.scan(MEMBERS, 'by_number', [view.workspaceId, smart_list_id, 1], {
      after: [sweep.up_to_number],
      limit: SWEEP_CHUNK,
    });
    const removed = memberRemoved(
      'list_deleted',
      rows.map(({ contact_id }) => ({ contactId: contact_id, listIds: [smart_list_id] })),
    );
    const done = next === undefined;
    const up_to_number = rows.at(-1)?.number ?? sweep.up_to_number;
    const advanced: SweepAdvanced = { type: 'SweepAdvanced', data: { cause, smart_list_id, up_to_number, done } };
    return { events: removed ? [removed, advanced] : [advanced], answer: answer(done) };
  };
}
