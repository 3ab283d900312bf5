import type { Collection, Position, Row } from '#kernel';
import type { PoisonedEvent } from './poisoned-event.js';
import type { ReadModel } from '../read-model.js';

/**
 * A held stream: its events from a revision on are in no row
 * (docs/adr/0022-an-unprojectable-event-holds-back-its-own-stream.md).
 */
export interface HeldStreamRow extends Row {
  readonly stream: string;
  /** '' where the event does not name one. */
  readonly workspace_id: string;
  /** 0 once every event of the stream is projected. */
  readonly held: 0 | 1;
  /** Revision of the first event that is not projected. */
  readonly at: number;
  /** Its place in the log; absent where it is not known. */
  readonly position?: Position;
  readonly type: string;
  readonly projection: string | null;
  readonly reason: string;
}

/**
 * `held`: all streams that are held back now (prefix: 1), by their names. The follower writes it, beside its
 * projections.
 */
export const HELD_STREAMS: Collection<HeldStreamRow> = {
  name: 'held_streams',
  key: ['stream'],
  indexes: [{ name: 'held', fields: ['held'] }],
};

/**
 * The row of a stream that is held back at an event. Its revision grows with the event's, and a release behind the
 * event is higher: a suspended owner that continues replaces nothing newer. A row that is written is above the stored
 * one in any case (`HeldStreams.raise`).
 */
export function heldAt({ stream, revision: at, position, type, ...of }: PoisonedEvent): HeldStreamRow {
  const { workspaceId, projection, reason } = of;
  const where = {
    stream,
    workspace_id: workspaceId,
    held: 1 as const,
    at,
    ...(position !== undefined && { position }),
  };
  return { ...where, type, projection, reason, revision: 2 * at };
}

/** The row once every event below `next` is projected. */
export function releasedAt(row: HeldStreamRow, next: number): HeldStreamRow {
  return { ...row, held: 0, at: next, revision: 2 * next - 1 };
}

const PAGE = 1_000;

/** Up to `limit` held streams, by their names. */
export async function readHeldStreams(
  reader: Pick<ReadModel, 'page'>,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly HeldStreamRow[]> {
  const rows: HeldStreamRow[] = [];
  while (rows.length < limit) {
    const size = Math.min(PAGE, limit - rows.length);
    const last = rows.at(-1);
    const after = last && { after: [last.stream] };
    const page = await reader.page(HELD_STREAMS, { index: 'held', prefix: [1], ...after, limit: size });
    rows.push(...page);
    if (page.length < size) break;
  }
  return rows;
}
