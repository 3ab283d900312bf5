import type { IndexValue } from '#kernel';
import { CALLS } from '#dialing/domain';
import { inOrderOfNumbers, LEFT, MAX_MIDNIGHTS, runsOfQueue, TIMED_STATES, WAITING_STATES } from '#eligibility';
import { MAX_JUDGED, type ReadModel, type Source, type Stretch } from '#read-model';
import { type MemberRow, MEMBERS } from '../domain/member.js';
import type { MemberStatus } from '../domain/present-member.js';

/**
 * Finds the members of one list by their status. The only rows that it judges in vain are those whose index entries are
 * out of date.
 */
export class MemberSources {
  private readonly list: readonly IndexValue[];

  /** @param t of the read, in milliseconds */
  constructor(
    private readonly readModel: ReadModel,
    private readonly workspaceId: string,
    private readonly smartListId: string,
    private readonly t: number,
  ) {
    this.list = [workspaceId, smartListId];
  }

  /**
   * The source of a status that is not `removed`, of a list that is not frozen. Members of other statuses may be among
   * its rows.
   */
  async of(status: Exclude<MemberStatus, 'removed'>): Promise<Source<MemberRow>> {
    switch (status) {
      case 'queued':
        return this.queued();
      case 'waiting':
        return this.byInstant(TIMED_STATES);
      case 'frozen':
        // Those whose number is barred, whatever else would hold them back.
        return this.byInstant(['barred', 'out']);
      case 'completed':
        return this.completed();
      case 'in_call':
        return this.inCall();
      default:
        return status satisfies never;
    }
  }

  /** Memberships in the order of their numbers: the active ones, or those that have ended. */
  byNumber(active: 0 | 1): Source<MemberRow> {
    return this.inOneRun('by_number', [active]);
  }

  private inOneRun(index: string, behind: readonly IndexValue[]): Source<MemberRow> {
    return {
      positionOf: byNumber,
      read: async (after, limit) => {
        const prefix = [...this.list, ...behind];
        return upTo(
          limit,
          await this.readModel.page(MEMBERS, { index, prefix, ...(after && { after }), limit }),
          byNumber,
        );
      },
    };
  }

  /**
   * As a pick finds them, in the order of their numbers: the ready rows, those that wait for a midnight that has
   * passed, and those whose other instant has come. The index does not have the last kind in that order, so all of them
   * are read; where they are too many, every active member is read instead.
   */
  private async queued(): Promise<Source<MemberRow>> {
    const dueRows = await this.readModel.merge(MEMBERS, {
      index: 'queue',
      prefixes: (['callback', ...WAITING_STATES] as const).map((state) => [...this.list, state]),
      to: this.t,
      limit: MAX_JUDGED,
    });
    if (dueRows.length === MAX_JUDGED) return this.byNumber(1);
    const midnights = await this.readModel.distinct(MEMBERS, {
      index: 'queue',
      prefix: [...this.list, 'midnight'],
      to: this.t,
      limit: MAX_MIDNIGHTS,
    });
    if (midnights.length === MAX_MIDNIGHTS) return this.byNumber(1);
    return this.runsWith(dueRows, runsOfQueue(this.list, midnights));
  }

  /**
   * Those who are out of the queue for good, in the order of their numbers: in the index those whose number was barred
   * until an instant that has passed stand apart from the rest.
   */
  private async completed(): Promise<Source<MemberRow>> {
    const freeAgain = await this.readModel.merge(MEMBERS, {
      index: 'queue',
      prefixes: [[...this.list, 'out']],
      after: [LEFT.due],
      to: this.t,
      limit: MAX_JUDGED,
    });
    if (freeAgain.length === MAX_JUDGED) return this.byNumber(1);
    return this.runsWith(freeAgain, [[...this.list, 'out', 0]]);
  }

  /** The rows of runs of the index, and some more, in the order of their numbers. */
  private runsWith(more: readonly MemberRow[], prefixes: readonly (readonly IndexValue[])[]): Source<MemberRow> {
    return {
      positionOf: byNumber,
      read: async (after, limit) => {
        const rows = await this.readModel.merge(MEMBERS, { index: 'queue', prefixes, ...(after && { after }), limit });
        const { next } = upTo(limit, rows, byNumber);
        const stretch = { above: Number(after?.[0] ?? -1), upTo: Number(next?.[0] ?? Infinity) };
        return { rows: inOrderOfNumbers(rows, more, stretch), next };
      },
    };
  }

  /** Of some states, in the order of the instants that they wait for. */
  private byInstant(states: readonly MemberRow['state'][]): Source<MemberRow> {
    const positionOf = ({ due, number }: MemberRow) => [due, number];
    return {
      positionOf,
      read: async (after = [this.t], limit) => {
        const prefixes = states.map((state) => [...this.list, state]);
        return upTo(limit, await this.readModel.merge(MEMBERS, { index: 'queue', prefixes, after, limit }), positionOf);
      },
    };
  }

  /** The contacts that have a call in flight, in the order of their ids. */
  private inCall(): Source<MemberRow> {
    return {
      positionOf: ({ contact_id }) => [contact_id],
      read: async (after, limit) => {
        const prefix = [this.workspaceId, 1];
        const calls = await this.readModel.page(CALLS, { index: 'in_flight', prefix, ...(after && { after }), limit });
        const keys = calls.map(({ contact_id }) => [...this.list.map(String), contact_id]);
        const rows = keys.length > 0 ? await this.readModel.getMany(MEMBERS, keys) : [];
        const { next } = upTo(limit, calls, ({ contact_id }) => [contact_id]);
        return { rows: rows.filter((row) => row !== undefined), next };
      },
    };
  }
}

/**
 * The source of the active memberships of a contact, in the order of the ids of their lists; those of deleted lists
 * that no sweep has ended yet are among them.
 */
export function membershipsOf(
  readModel: Pick<ReadModel, 'page'>,
  workspaceId: string,
  contactId: string,
): Source<MemberRow> {
  const positionOf = ({ smart_list_id }: MemberRow): readonly IndexValue[] => [smart_list_id];
  return {
    positionOf,
    read: async (after, limit) => {
      const options = { index: 'by_contact', prefix: [workspaceId, contactId, 1], ...(after && { after }), limit };
      return upTo(limit, await readModel.page(MEMBERS, options), positionOf);
    },
  };
}

const byNumber = ({ number }: MemberRow): readonly IndexValue[] => [number];

function upTo<Row>(limit: number, rows: readonly Row[], positionOf: (row: Row) => readonly IndexValue[]): Stretch<Row> {
  return { rows, next: rows.length < limit ? undefined : positionOf(rows.at(-1)!) };
}
