import { type Clock, type Collection, type IndexValue, instant, type Row } from '#kernel';
import {
  type MemberRow,
  MEMBERS,
  placeOfMember,
  type QueuePlace,
  type RequeueScope,
  UNLISTED_SCOPE,
  ZONE_SCOPE,
} from '#members/domain';
import type { ReadModel, ReadModelAside } from '#read-model';
import { SMART_LISTS, type SmartListRow } from '#smart-lists/domain';
import { WORKSPACES, type WorkspaceRow } from '#workspaces/domain';
import { placeOfUnlisted, UNLISTED } from '../domain/index.js';

export interface RequeuePorts {
  readonly readModel: Pick<ReadModel, 'page' | 'getMany'>;
  readonly aside: Pick<ReadModelAside, 'amend'>;
  /** What by now is due is ready. */
  readonly clock: Clock;
  /** Whether to stop between two chunks. */
  readonly stopped: () => boolean;
}

/** Rows looked at, and written, in one go. */
const CHUNK = 500;

/** A queue that is walked from one end to the other: rows that come to be behind the walker have been put there by settings as new as its own. */
interface Walk<Doc extends Row & QueuePlace> {
  readonly collection: Collection<Doc>;
  readonly index: string;
  readonly prefix: readonly IndexValue[];
  /** Where to go on behind a row. */
  behind(row: Doc): readonly IndexValue[];
  /** Where it belongs. */
  place(row: Doc): QueuePlace;
}

/**
 * Finds the places of everybody in a scope anew, by the settings as they are now (consistency.md, Projections). Rows are changed while they are as they were
 * read: whom an event has moved meanwhile stands where that event's settings have it. Two of these in one workspace must not run at once: the one
 * that read its settings first might write last.
 * @returns whether it came to the end; false if it was stopped.
 * @throws ReadModelUnavailableError
 */
export async function requeue(ports: RequeuePorts, workspaceId: string, scope: RequeueScope): Promise<boolean> {
  const [workspace] = await ports.readModel.getMany(WORKSPACES, [[workspaceId]]);
  if (!workspace) return true;
  const { unlisted } = workspace;
  switch (scope) {
    case UNLISTED_SCOPE:
      return requeueUnlisted(ports, workspace);
    case ZONE_SCOPE: {
      // Without a daily cap nobody waits for a midnight.
      const lists = (await activeLists(ports, workspaceId)).filter((list) => list.max_attempts_per_day);
      for (const list of lists) if (!(await requeueList(ports, workspace, list))) return false;
      return !unlisted.max_attempts_per_day || requeueUnlisted(ports, workspace);
    }
    default: {
      const [list] = await ports.readModel.getMany(SMART_LISTS, [[workspaceId, scope]]);
      return list?.live !== 1 || requeueList(ports, workspace, list);
    }
  }
}

async function activeLists({ readModel }: RequeuePorts, workspaceId: string): Promise<readonly SmartListRow[]> {
  const lists: SmartListRow[] = [];
  for (let after: number | undefined; ;) {
    const page = { index: 'live', prefix: [workspaceId, 1], ...(after !== undefined && { after: [after] }) };
    const rows = await readModel.page(SMART_LISTS, { ...page, limit: CHUNK });
    lists.push(...rows);
    if (rows.length < CHUNK) return lists;
    after = rows.at(-1)!.number;
  }
}

/** Who was removed is out, whatever the settings are. */
function requeueList(ports: RequeuePorts, workspace: WorkspaceRow, list: SmartListRow): Promise<boolean> {
  const settings = { limits: list, zone: workspace.time_zone };
  return walk<MemberRow>(ports, {
    collection: MEMBERS,
    index: 'by_number',
    prefix: [workspace.workspace_id, list.smart_list_id, 1],
    behind: ({ number }) => [number],
    place: (row) => placeOfMember(row, settings, instant(ports.clock.now())),
  });
}

/**
 * The contacts without a list have no order but that of their queue. A row that moves while nothing happens to it becomes ready: those are walked
 * last, so that none is missed.
 */
async function requeueUnlisted(ports: RequeuePorts, { workspace_id, unlisted, time_zone }: WorkspaceRow) {
  const settings = { limits: unlisted, zone: time_zone };
  for (const state of ['out', 'midnight', 'waiting', 'ready'] as const) {
    const ended = await walk(ports, {
      collection: UNLISTED,
      index: 'queue',
      prefix: [workspace_id, '', state],
      behind: ({ due, number }) => [due, number],
      place: (row) => placeOfUnlisted(row, settings, instant(ports.clock.now())),
    });
    if (!ended) return false;
  }
  return true;
}

async function walk<Doc extends Row & QueuePlace>(ports: RequeuePorts, queue: Walk<Doc>): Promise<boolean> {
  const { collection, index, prefix } = queue;
  let after: readonly IndexValue[] | undefined;
  while (!ports.stopped()) {
    const rows = await ports.readModel.page(collection, { index, prefix, ...(after && { after }), limit: CHUNK });
    await putInPlace(ports, queue, rows);
    if (rows.length < CHUNK) return true;
    after = queue.behind(rows.at(-1)!);
  }
  return false;
}

/** Again for as long as somebody else changes rows between the look and the write. */
async function putInPlace<Doc extends Row & QueuePlace>(
  { readModel, aside }: RequeuePorts,
  queue: Walk<Doc>,
  rows: readonly Doc[],
): Promise<void> {
  const { collection } = queue;
  for (let seen = rows; ;) {
    const changes = seen.flatMap((row) => {
      const { state, due } = row;
      const right = queue.place(row);
      if (right.state === state && right.due === due) return [];
      const set = { state: right.state, due: right.due };
      return [{ collection, key: keyOf(collection, row), revision: row.revision, ifFields: { state, due }, set }];
    });
    if (changes.length === 0 || (await aside.amend(changes)) === changes.length) return;
    const again = await readModel.getMany(
      collection,
      changes.map(({ key }) => key),
    );
    seen = again.filter((row) => row !== undefined);
  }
}

function keyOf<Doc extends Row>({ key }: Collection<Doc>, row: Doc): readonly string[] {
  return key.map((field) => (row as unknown as Readonly<Record<string, string>>)[field]!);
}
