import type { IndexValue } from '#kernel';
import type { ReadModel, Source, Stretch } from '#read-model';
import { CALL_REFERENCES } from '../domain/calls/call-references.js';
import { type CallRow, CALLS } from '../domain/calls/call.js';
import type { CallFilters } from './call-filters.js';

/** Numbers of no call: before the first and behind the last call of an instant. */
const [BEFORE_THE_FIRST, BEHIND_THE_LAST] = [-1, Number.MAX_SAFE_INTEGER];

/** Finds the index in which calls that fit some filters are walked with the fewest calls beside them. */
export class CallSources {
  constructor(
    private readonly readModel: Pick<ReadModel, 'page' | 'getMany'>,
    private readonly workspaceId: string,
    private readonly newestFirst: boolean,
  ) {}

  /** Calls among which are all that fit, and perhaps some that do not. */
  of(filters: CallFilters): Source<CallRow> {
    const { reference, state, contactId, agentId, smartListId } = filters;
    if (reference !== undefined) return this.byReference(reference);
    // One for each agent who is on the phone or in wrap-up.
    if (state !== undefined && state !== 'completed') return this.open();
    if (contactId !== undefined) return this.byDispatch('by_contact', [contactId], filters);
    if (agentId !== undefined) return this.byDispatch('by_agent', [agentId], filters);
    if (smartListId !== undefined) return this.byDispatch('by_list', [smartListId], filters);
    return this.byDispatch('by_dispatch', [], filters);
  }

  private byReference(reference: string): Source<CallRow> {
    return {
      positionOf: ({ number }) => [number],
      read: async () => {
        const { workspaceId, readModel } = this;
        const [found] = await readModel.getMany(CALL_REFERENCES, [[workspaceId, reference]]);
        const rows = found ? await readModel.getMany(CALLS, [[workspaceId, found.call_id]]) : [];
        return { rows: rows.filter((row) => row !== undefined), next: undefined };
      },
    };
  }

  private open(): Source<CallRow> {
    const positionOf = ({ number }: CallRow): readonly IndexValue[] => [number];
    return {
      positionOf,
      read: async (after, limit) => this.stretch('open', [1], { after, limit, positionOf }),
    };
  }

  private byDispatch(index: string, values: readonly string[], { from, to }: CallFilters): Source<CallRow> {
    const positionOf = ({ dispatched_at, number }: CallRow): readonly IndexValue[] => [dispatched_at, number];
    const { newestFirst } = this;
    const isBeyond = ({ dispatched_at: at }: CallRow): boolean =>
      newestFirst ? from !== undefined && at < from : to !== undefined && at > to;
    const [begin, number] = newestFirst ? [to, BEHIND_THE_LAST] : [from, BEFORE_THE_FIRST];
    const first = begin === undefined ? undefined : [begin, number];
    return {
      positionOf,
      read: async (after = first, limit) => {
        const stretch = await this.stretch(index, values, { after, limit, positionOf });
        return stretch.rows.some(isBeyond) ? { ...stretch, next: undefined } : stretch;
      },
    };
  }

  private async stretch(
    index: string,
    values: readonly IndexValue[],
    walk: {
      readonly after: readonly IndexValue[] | undefined;
      readonly limit: number;
      readonly positionOf: Source<CallRow>['positionOf'];
    },
  ): Promise<Stretch<CallRow>> {
    const { after, limit, positionOf } = walk;
    const prefix = [this.workspaceId, ...values];
    const options = { index, prefix, ...(after && { after }), descending: this.newestFirst, limit };
    const rows = await this.readModel.page(CALLS, options);
    return { rows, next: rows.length < limit ? undefined : positionOf(rows.at(-1)!) };
  }
}
