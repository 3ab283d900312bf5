import { ApiSchema } from '@nestjs/swagger';
import { InstantField, ListOf, namedEnum, OneOf, PageAnswer, type PresentedAs, Text, UuidField } from '#http';
import type { presentCall } from '../domain/calls/present-call.js';
import { CALL_RESULTS, CALL_STATES, type CallResult, type CallState } from '../domain/calls/call-events.js';
import type { CallFilters } from '../queries/call-filters.js';
import { AGENT, REFERENCE } from './call-details.dto.js';
import { CallDto } from './call.dto.js';

const STATE = namedEnum('CallState', CALL_STATES);
const RESULT = namedEnum('CallResult', CALL_RESULTS);
const ORDERS = ['oldest_first', 'newest_first'] as const;
const ORDER = namedEnum('CallOrder', ORDERS, 'In which order calls are listed: by the moment at which they began.');

/** Filters of GET /calls: a call fits if it fits all of them. */
export class CallsFilter {
  @OneOf(STATE, { optional: true, description: 'Only calls in this state. Left out: all.' })
  state?: CallState;

  @OneOf(RESULT, { optional: true, description: 'Only calls that ended with this result.' })
  result?: CallResult;

  @UuidField({ optional: true, description: 'Only calls with this contact.' })
  contact_id?: string;

  @UuidField({ optional: true, description: 'Only calls that were dispatched from this list.' })
  smart_list_id?: string;

  @UuidField({ optional: true, description: 'Only calls to which this outcome was applied.' })
  outcome_id?: string;

  @Text({ ...AGENT, optional: true, description: 'Only calls of this agent.' })
  agent_id?: string;

  @Text({ ...REFERENCE, optional: true, example: 'crm-2025-0042', description: 'Only the call of this reference.' })
  reference?: string;

  @InstantField({ optional: true, description: 'Only calls that began then or later.' })
  dispatched_from?: string;

  @InstantField({ optional: true, description: 'Only calls that began then or earlier.' })
  dispatched_to?: string;

  @OneOf(ORDER, { optional: true, default: 'oldest_first', description: 'The oldest first, or the newest.' })
  order?: (typeof ORDERS)[number];
}

/** The filters of a query. */
export function filtersOf(filter: CallsFilter): CallFilters {
  const { state, result, contact_id, smart_list_id, outcome_id, agent_id, reference } = filter;
  const { dispatched_from: from, dispatched_to: to } = filter;
  const ids = { contactId: contact_id, smartListId: smart_list_id, outcomeId: outcome_id, agentId: agent_id };
  return { state, result, ...ids, reference, from, to };
}

/** Whether calls are listed from the newest on. */
export function isNewestFirst({ order }: CallsFilter): boolean {
  return order === 'newest_first';
}

@ApiSchema({ name: 'CallsResponse', description: 'A page of calls.' })
export class CallsAnswer extends PageAnswer {
  @ListOf(() => CallDto, { min: 0, max: 200, description: 'In the order that was asked for.' })
  calls!: CallDto[];
}

/** Refused by the compiler where what is presented and CallsAnswer differ. */
export type PresentedCalls = PresentedAs<CallDto, ReturnType<typeof presentCall>>;
