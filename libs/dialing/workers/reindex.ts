import { type Clock, type Collection, type IndexValue, instant, type Instant, keyOf, type Row } from '#kernel';
import { POSITION_FIELDS, positionIn, type QueuePosition, WAITING_STATES } from '#eligibility';
import { type MemberRow, MEMBERS, positionOfMember } from '#members/domain';
import type { ReadModel, ReadModelCacheWriter } from '#read-model';
import { SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import {
  contactOfScope,
  NUMBERS_SCOPE,
  type ReindexScope,
  UNLISTED_SCOPE,
  ZONE_SCOPE,
} from '../domain/queue/reindex-jobs.js';
import { positionOfUnlisted, UNLISTED, type UnlistedRow } from '../domain/queue/unlisted.js';
import { lookedUp } from './looked-up.js';

export interface ReindexPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany' | 'merge' | 'projectedRevision'>;
  readonly cacheWriter: Pick<ReadModelCacheWriter, 'amendRows'>;
  /** The clock by which rows that are due become ready. */
  readonly clock: Clock;
  /** Whether to stop between two chunks. */
  readonly stopped: () => boolean;
  /** Runs a chunk when it is the workspace's turn. */
  readonly inTurn: <Result>(chunk: () => Promise<Result>) => Promise<Result>;
}

/** Rows of one read, and of one write: the thread that writes also folds events. */
const CHUNK = 500;

/** Where a row belongs at an instant; undefined: it stays where it is, for its queue no longer exists. */
type PositionOf<Doc> = (row: Doc, at: Instant) => QueuePosition | undefined;

/**
 * A queue that is walked once in its order. Rows that other writers place behind the cursor meanwhile were placed by
 * settings at least as new as the walk's own.
 */
interface Walk<Doc extends Row & QueuePosition> {
  readonly collection: Collection<Doc>;
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  /** The cursor behind a row. */
  behind(row: Doc): readonly IndexValue[];
  /** Where these rows belong by the current settings: read after the rows. */
  positions(rows: readonly Doc[]): Promise<PositionOf<Doc>>;
}

/**
 * Recomputes the queue positions of all rows of a scope, by the current settings
 * (docs/adr/0018-places-are-found-anew-from-a-to-do-list.md). A row is changed only if it has not changed since it was
 * read: one that an event has moved meanwhile has the position by the event's settings. The change that put the scope
 * on the list must be projected. Two walks in one workspace must not run at once: one that has read its settings and
 * then pauses would write last.
 * @returns false: it was stopped before its end
 * @throws ReadModelUnavailableError
 */
export async function reindex(ports: ReindexPorts, workspaceId: string, scope: ReindexScope): Promise<boolean> {
  switch (scope) {
    case UNLISTED_SCOPE:
      return reindexUnlisted(ports, workspaceId);
    case ZONE_SCOPE: {
      // Without a daily cap no member waits for a midnight.
      const lists = (await activeLists(ports, workspaceId)).filter((list) => list.max_attempts_per_day);
      for (const { smart_list_id } of lists) if (!(await reindexList(ports, workspaceId, smart_list_id))) return false;
      return reindexUnlisted(ports, workspaceId);
    }
    case NUMBERS_SCOPE: {
      const lists = await activeLists(ports, workspaceId);
      for (const { smart_list_id } of lists)
        if (!(await reindexList(ports, workspaceId, smart_list_id, true))) return false;
      return reindexUnlisted(ports, workspaceId, true);
    }
    default: {
      const contactId = contactOfScope(scope);
      return contactId === undefined
        ? reindexList(ports, workspaceId, scope)
        : reindexContact(ports, workspaceId, contactId);
    }
  }
}

async function activeLists({ readModel }: ReindexPorts, workspaceId: string): Promise<readonly SmartListRow[]> {
  const lists: SmartListRow[] = [];
  for (let after: number | undefined; ;) {
    const page = { index: 'live', prefix: [workspaceId, 1], ...(after !== undefined && { after: [after] }) };
    const rows = await readModel.page(SMART_LISTS, { ...page, limit: CHUNK });
    lists.push(...rows);
    if (rows.length < CHUNK) return lists;
    after = rows.at(-1)!.number;
  }
}

/**
 * Removed members are left out, whatever the settings are.
 * @param looksUp whether numbers are looked up in the do-not-call register, too
 */
function reindexList(ports: ReindexPorts, workspaceId: string, listId: string, looksUp = false): Promise<boolean> {
  return walk<MemberRow>(ports, workspaceId, {
    collection: MEMBERS,
    index: 'by_number',
    prefix: [workspaceId, listId, 1],
    behind: ({ number }) => [number],
    positions: (rows) => positionsOfMembers(ports, workspaceId, rows, looksUp),
  });
}

/** The memberships of a contact, and its place among the contacts without a list. */
async function reindexContact(ports: ReindexPorts, workspaceId: string, contactId: string): Promise<boolean> {
  const ended = await walk<MemberRow>(ports, workspaceId, {
    collection: MEMBERS,
    index: 'by_contact',
    prefix: [workspaceId, contactId, 1],
    behind: ({ smart_list_id }) => [smart_list_id],
    positions: (rows) => positionsOfMembers(ports, workspaceId, rows, true),
  });
  if (!ended) return false;
  await ports.inTurn(async () => {
    const rows = await ports.readModel.getMany(UNLISTED, [[workspaceId, contactId]]);
    const alone = {
      collection: UNLISTED,
      positions: (found: readonly UnlistedRow[]) => positionsOfUnlisted(ports, workspaceId, found, true),
    };
    await putInPlace(
      ports,
      workspaceId,
      alone,
      rows.filter((row) => row !== undefined),
    );
  });
  return true;
}

async function positionsOfMembers(
  ports: ReindexPorts,
  workspaceId: string,
  rows: readonly MemberRow[],
  looksUp: boolean,
): Promise<PositionOf<MemberRow>> {
  const listIds = [...new Set(rows.map(({ smart_list_id }) => smart_list_id))];
  const found = await ports.readModel.getMany(
    SMART_LISTS,
    listIds.map((listId) => [workspaceId, listId]),
  );
  const lists = new Map(found.flatMap((list) => (list?.live === 1 ? [[list.smart_list_id, list]] : [])));
  const [workspace] = await ports.readModel.getMany(WORKSPACES, [[workspaceId]]);
  const [barred, capOf] = await lookedUp(ports.readModel, workspace, rows, instant(ports.clock.now()), looksUp);
  return (row, at) => {
    const list = lists.get(row.smart_list_id);
    if (!list || !workspace) return undefined;
    return positionOfMember(barred(row, at), { limits: list, zone: workspace.time_zone }, at, capOf(row));
  };
}

async function positionsOfUnlisted(
  ports: ReindexPorts,
  workspaceId: string,
  rows: readonly UnlistedRow[],
  looksUp: boolean,
): Promise<PositionOf<UnlistedRow>> {
  const [workspace] = await ports.readModel.getMany(WORKSPACES, [[workspaceId]]);
  const [barred, capOf] = await lookedUp(ports.readModel, workspace, rows, instant(ports.clock.now()), looksUp);
  return (row, at) => {
    if (!workspace) return undefined;
    const settings = { limits: workspace.unlisted, zone: workspace.time_zone };
    return positionOfUnlisted(barred(row, at), settings, at, capOf(row));
  };
}

/**
 * The contacts without a list have no order except that of their queue. A row that moves without an event becomes
 * ready: the ready ones are walked last, so that none is missed.
 */
async function reindexUnlisted(ports: ReindexPorts, workspaceId: string, looksUp = false): Promise<boolean> {
  for (const state of ['out', 'midnight', ...WAITING_STATES, 'ready'] as const) {
    const ended = await walk<UnlistedRow>(ports, workspaceId, {
      collection: UNLISTED,
      index: 'queue',
      prefix: [workspaceId, '', state],
      behind: ({ due, number }) => [due, number],
      positions: (rows) => positionsOfUnlisted(ports, workspaceId, rows, looksUp),
    });
    if (!ended) return false;
  }
  return true;
}

async function walk<Doc extends Row & QueuePosition>(
  ports: ReindexPorts,
  workspaceId: string,
  queue: Walk<Doc>,
): Promise<boolean> {
  const { collection, index, prefix } = queue;
  let after: readonly IndexValue[] | undefined;
  while (!ports.stopped()) {
    const page = { index, prefix, ...(after && { after }), limit: CHUNK };
    const rows = await ports.inTurn(async () => {
      const read = await ports.readModel.page(collection, page);
      await putInPlace(ports, workspaceId, queue, read);
      return read;
    });
    if (rows.length < CHUNK) return true;
    after = queue.behind(rows.at(-1)!);
  }
  return false;
}

/**
 * Repeated while other writers change rows between the read and the write. Rows of events that are not projected yet
 * stay as they are: a store without transactions may show them before the rows that are looked up, and an event after
 * the change has placed them by it.
 */
async function putInPlace<Doc extends Row & QueuePosition>(
  { readModel, cacheWriter, clock }: ReindexPorts,
  workspaceId: string,
  { collection, positions }: Pick<Walk<Doc>, 'collection' | 'positions'>,
  rows: readonly Doc[],
): Promise<void> {
  for (let seen = rows; seen.length > 0;) {
    const projected = await readModel.projectedRevision(workspaceId);
    const complete = seen.filter(({ revision }) => revision <= projected);
    // Read after the rows: the writer that placed one of them knew no newer settings.
    const positionOf = await positions(complete);
    const at = instant(clock.now());
    const changes = complete.flatMap((row) => {
      const right = positionOf(row, at);
      if (!right || POSITION_FIELDS.every((field) => right[field] === row[field])) return [];
      const [ifFields, set] = [positionIn(row), positionIn(right)];
      return [{ collection, key: keyOf(collection, row), revision: row.revision, ifFields, set }];
    });
    if (changes.length === 0 || (await cacheWriter.amendRows(changes)) === changes.length) return;
    const keys = changes.map(({ key }) => key);
    seen = (await readModel.getMany(collection, keys)).filter((row) => row !== undefined);
  }
}
