import type { Position, RecordedEvent } from '#kernel';
import type { Api } from '../../support/api.js';
import type { Log } from '../../support/log.js';
import { until } from '../../support/until.js';

/** The data of a SweepAdvanced event. */
export interface Advance {
  readonly up_to_number: number;
  readonly done: boolean;
}

interface Removal {
  readonly reason: string;
  readonly lists: readonly string[];
  readonly contacts: readonly { readonly contact_id: string; readonly lists: readonly number[] }[];
}

/** The progress of sweeps, in the order of the log. */
export function advances(log: readonly RecordedEvent[]): readonly Advance[] {
  return log.filter(({ type }) => type === 'SweepAdvanced').map(({ data }) => data as unknown as Advance);
}

/** Whether a sweep is done. */
export function isDone(log: readonly RecordedEvent[]): boolean {
  return advances(log).some(({ done }) => done);
}

/** The ends of memberships of a list in the order of the log: reason and contact. */
export function ended(log: readonly RecordedEvent[], list: string): readonly string[] {
  return log
    .filter(({ type }) => type === 'MemberRemoved')
    .map(({ data }) => data as unknown as Removal)
    .flatMap(({ lists, contacts, reason }) =>
      contacts.flatMap(({ contact_id, lists: of }) =>
        of.filter((at) => lists[at] === list).map(() => `${reason} ${contact_id}`),
      ),
    );
}

/** Waits until a sweep has advanced this many times after a position, or is done. */
export function advanced(log: Pick<Log, 'after'>, times: number, after: Position): Promise<void> {
  let position = after;
  let seen = 0;
  return until(
    `the sweep advances ${times} times`,
    async () => {
      for (const { position: at, type, data } of await log.after(position)) {
        position = at;
        if (type === 'SweepAdvanced') seen = data['done'] === true ? Infinity : seen + 1;
      }
      return seen >= times;
    },
    60_000,
  );
}

const BATCH = 100;

/** Adds contacts to a list, in concurrent batches. */
export async function addAll(api: Api, listId: string, ids: readonly string[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
    ids.slice(at * BATCH, (at + 1) * BATCH).map((contact_id) => ({ contact_id })),
  );
  await Promise.all(
    batches.map(async (batch) => expect((await api.addMembers(listId, batch)).inserted).toBe(batch.length)),
  );
}
