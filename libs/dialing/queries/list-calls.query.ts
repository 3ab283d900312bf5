import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel, walk } from '#read-model';
import type { CallRow } from '../domain/calls/call.js';
import { presentCall } from '../domain/calls/present-call.js';
import type { CallFilters } from './call-filters.js';
import { CallSources } from './call-sources.js';

/** A page of calls, and the position of the next page; undefined at the end. */
export interface CallsPage {
  readonly calls: readonly ReturnType<typeof presentCall>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /calls, in the order of their beginning. A filtered page may have fewer calls than fit, and a next page. */
export class ListCalls extends Query<CallsPage> {
  constructor(
    readonly workspaceId: string,
    readonly filters: CallFilters,
    readonly newestFirst: boolean,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListCalls)
export class ListCallsHandler implements IQueryHandler<ListCalls> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute(query: ListCalls): Promise<CallsPage> {
    const { workspaceId, filters, newestFirst } = query;
    const source = new CallSources(this.readModel, workspaceId, newestFirst).of(filters);
    const { rows, next } = await walk(source, query, async (candidates) =>
      candidates.flatMap((row) => (fits(row, filters) ? [{ row }] : [])),
    );
    return { calls: rows.map(({ row }) => presentCall(row)), next };
  }
}

function fits(row: CallRow, filters: CallFilters): boolean {
  const { state, result, contactId, smartListId, outcomeId, agentId, reference, from, to } = filters;
  return (
    (state === undefined || row.state === state) &&
    (result === undefined || row.result === result) &&
    (contactId === undefined || row.contact_id === contactId) &&
    (smartListId === undefined || row.smart_list_id === smartListId) &&
    (agentId === undefined || row.agent_id === agentId) &&
    (reference === undefined || row.reference === reference) &&
    (outcomeId === undefined || row.outcomes.some(({ outcome_id }) => outcome_id === outcomeId)) &&
    (from === undefined || row.dispatched_at >= from) &&
    (to === undefined || row.dispatched_at <= to)
  );
}
