import { type Clock, type Collection, type IndexValue, instant, type Instant, keyOf, type Row } from '#kernel';
import { POSITION_FIELDS, type QueuePosition, type QueueSettings } from '#eligibility';
import { type MemberRow, MEMBERS, positionOfMember } from '#members/domain';
import type { ReadModel, ReadModelCacheWriter } from '#read-model';
import { SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { WORKSPACES } from '#workspaces/domain';
import { type ReindexScope, UNLISTED_SCOPE, ZONE_SCOPE } from '../domain/queue/reindex-jobs.js';
import { positionOfUnlisted, UNLISTED } from '../domain/queue/unlisted.js';

export interface ReindexPorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany'>;
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
  /** The current settings on which positions depend; undefined: the queue no longer exists. */
  settings(): Promise<QueueSettings | undefined>;
  positionOf(row: Doc, settings: QueueSettings, at: Instant): QueuePosition;
}

/**
 * Recomputes the queue positions of all rows of a scope, by the current settings
 * (docs/adr/0018-places-are-found-anew-from-a-to-do-list.md). A row is changed only if it has not changed since it was
 * read: one that an event has moved meanwhile has the position by the event's settings. Two walks in one workspace must
 * not run at once: one that has read its settings and then pauses would write last.
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
    default:
      return reindexList(ports, workspaceId, scope);
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

/** Removed members are left out, whatever the settings are. */
function reindexList(ports: ReindexPorts, workspaceId: string, listId: string): Promise<boolean> {
  const { readModel } = ports;
  return walk<MemberRow>(ports, {
    collection: MEMBERS,
    index: 'by_number',
    prefix: [workspaceId, listId, 1],
    behind: ({ number }) => [number],
    settings: async () => {
      const [list] = await readModel.getMany(SMART_LISTS, [[workspaceId, listId]]);
      const [workspace] = await readModel.getMany(WORKSPACES, [[workspaceId]]);
      return list?.live === 1 && workspace ? { limits: list, zone: workspace.time_zone } : undefined;
    },
    positionOf: positionOfMember,
  });
}

/**
 * The contacts without a list have no order except that of their queue. A row that moves without an event becomes
 * ready: the ready ones are walked last, so that none is missed.
 */
async function reindexUnlisted(ports: ReindexPorts, workspaceId: string): Promise<boolean> {
  for (const state of ['out', 'midnight', 'waiting', 'ready'] as const) {
    const ended = await walk(ports, {
      collection: UNLISTED,
      index: 'queue',
      prefix: [workspaceId, '', state],
      behind: ({ due, number }) => [due, number],
      settings: async () => {
        const [workspace] = await ports.readModel.getMany(WORKSPACES, [[workspaceId]]);
        return workspace && { limits: workspace.unlisted, zone: workspace.time_zone };
      },
      positionOf: positionOfUnlisted,
    });
    if (!ended) return false;
  }
  return true;
}

async function walk<Doc extends Row & QueuePosition>(ports: ReindexPorts, queue: Walk<Doc>): Promise<boolean> {
  const { collection, index, prefix } = queue;
  let after: readonly IndexValue[] | undefined;
  while (!ports.stopped()) {
    const page = { index, prefix, ...(after && { after }), limit: CHUNK };
    const rows = await ports.inTurn(async () => {
      const read = await ports.readModel.page(collection, page);
      await putInPlace(ports, queue, read);
      return read;
    });
    if (rows.length < CHUNK) return true;
    after = queue.behind(rows.at(-1)!);
  }
  return false;
}

/** Repeated while other writers change rows between the read and the write. */
async function putInPlace<Doc extends Row & QueuePosition>(
  { readModel, cacheWriter, clock }: ReindexPorts,
  queue: Walk<Doc>,
  rows: readonly Doc[],
): Promise<void> {
  const { collection } = queue;
  for (let seen = rows; seen.length > 0;) {
    // Read after the rows: the writer that placed one of them knew no newer settings.
    const settings = await queue.settings();
    if (!settings) return;
    const at = instant(clock.now());
    const changes = seen.flatMap((row) => {
      const { state, due, revision } = row;
      const right = queue.positionOf(row, settings, at);
      if (POSITION_FIELDS.every((field) => right[field] === row[field])) return [];
      const set = Object.fromEntries(POSITION_FIELDS.map((field) => [field, right[field]]));
      return [{ collection, key: keyOf(collection, row), revision, ifFields: { state, due }, set }];
    });
    if (changes.length === 0 || (await cacheWriter.amendRows(changes)) === changes.length) return;
    const keys = changes.map(({ key }) => key);
    seen = (await readModel.getMany(collection, keys)).filter((row) => row !== undefined);
  }
}
