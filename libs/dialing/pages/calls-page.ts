import type { IndexValue } from '#kernel';
import { type FoundPage, mostRead, type PageRead, type ReadModel, walkBy } from '#read-model';
import type { CallRow } from '../domain/calls/call.js';
import { presentCall } from '../domain/calls/present-call.js';
import type { CallFilters } from '../queries/call-filters.js';
import { CallSources } from '../queries/call-sources.js';

/** A call as the API shows it (docs/reference/http-contract.md#call). */
export type ShownCall = ReturnType<typeof presentCall>;

export interface CallsPageInput {
  readonly workspaceId: string;
  readonly filters: CallFilters;
  readonly newestFirst: boolean;
  readonly size: number;
  readonly after: readonly IndexValue[] | undefined;
}

/** A page of calls, in the order of their beginning. With filters it may have fewer calls than fit, and a next page. */
export const CALLS_PAGE: PageRead<CallsPageInput, ShownCall> = {
  name: 'calls',
  largest: ({ filters, size }) => (filters.reference !== undefined ? 1 : mostRead(size, filters)),
  find: findCalls,
};

async function findCalls(readModel: ReadModel, input: CallsPageInput): Promise<FoundPage<ShownCall>> {
  const { workspaceId, filters, newestFirst } = input;
  const source = new CallSources(readModel, workspaceId, newestFirst).of(filters);
  const { rows, next } = await walkBy(source, input, (row) => fits(row, filters));
  return { items: rows.map(presentCall), next };
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
