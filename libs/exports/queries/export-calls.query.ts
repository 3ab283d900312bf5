import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CallRow, NOTHING_PERSONAL, presentCall } from '#dialing/domain';
import type { IndexValue, Instant } from '#kernel';
import { EXPORTED_CALLS } from '../domain/exported-rows.js';
import { EXPORT_PORTS } from '../tokens.js';
import { type Export, exportOf } from './export.js';
import { type ExportPorts, RowsAsOf } from './rows-as-of.js';
import type { RowAsOf, Walk } from './walk-as-of.js';

export type ShownCall = ReturnType<typeof presentCall>;

/** Which calls are exported: those that fit all. None of it changes in the life of a call. Undefined: no filter. */
export interface ExportedCallFilters {
  readonly contactId?: string | undefined;
  readonly smartListId?: string | undefined;
  /** The first and the last instant of the beginning, both included. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** GET /exports/calls, in the order of their beginning. */
export class ExportCalls extends Query<Export<ShownCall>> {
  constructor(
    readonly workspaceId: string,
    readonly filters: ExportedCallFilters,
    /** Ends the wait for the index of events. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** No call has this number: it stands before the first call of an instant. */
const BEFORE_THE_FIRST = -1;

@QueryHandler(ExportCalls)
export class ExportCallsHandler implements IQueryHandler<ExportCalls> {
  constructor(@Inject(EXPORT_PORTS) private readonly ports: ExportPorts) {}

  /** @throws ReadModelUnavailableError, DomainError as `RowsAsOf.now` */
  async execute({ workspaceId, filters, signal }: ExportCalls): Promise<Export<ShownCall>> {
    const asOf = await RowsAsOf.now(this.ports, workspaceId, signal);
    return exportOf(asOf, this.ports, walkOf(workspaceId, filters), (rows) =>
      rows.flatMap((each) => (fits(each.row, filters) ? [presentCall(withoutErased(each))] : [])),
    );
  }
}

function walkOf(workspaceId: string, { contactId, smartListId, from, to }: ExportedCallFilters): Walk<CallRow> {
  const [index, value] =
    contactId !== undefined
      ? ['by_contact', contactId]
      : smartListId !== undefined
        ? ['by_list', smartListId]
        : ['by_dispatch', undefined];
  return {
    kind: EXPORTED_CALLS,
    index,
    prefix: [workspaceId, ...(value === undefined ? [] : [value])],
    positionOf: ({ dispatched_at, number }): readonly IndexValue[] => [dispatched_at, number],
    after: from === undefined ? undefined : [from, BEFORE_THE_FIRST],
    isBeyond: ({ dispatched_at }) => to !== undefined && dispatched_at > to,
  };
}

function fits(row: CallRow, { contactId, smartListId, from, to }: ExportedCallFilters): boolean {
  return (
    (contactId === undefined || row.contact_id === contactId) &&
    (smartListId === undefined || row.smart_list_id === smartListId) &&
    (from === undefined || row.dispatched_at >= from) &&
    (to === undefined || row.dispatched_at <= to)
  );
}

/** The call as it was, without what has been erased since, or has ended by its age. */
function withoutErased({ row, now }: RowAsOf<CallRow>): CallRow {
  return now.phone === null ? { ...row, ...NOTHING_PERSONAL, erased_at: now.erased_at } : row;
}
