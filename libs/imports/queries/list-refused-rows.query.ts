import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { IMPORT_REFUSALS, presentRefusedRows } from '../domain/index.js';
import { importOf } from './get-import.query.js';

/** A row of a file that was refused, as the API shows it. */
export type ShownRefusedRow = ReturnType<typeof presentRefusedRows>[number];

/** A page of refused rows, and the position of the next page; undefined at the end. */
export interface RefusedRowsPage {
  readonly rows: readonly ShownRefusedRow[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /imports/{importId}/refused-rows, in the order of the file. */
export class ListRefusedRows extends Query<RefusedRowsPage> {
  constructor(
    readonly workspaceId: string,
    readonly importId: string,
    readonly size: number,
    /** Of the page before: the number of its last row. */
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

/** Events whose refused rows are read at a time. */
const EVENTS_AT_ONCE = 20;

@QueryHandler(ListRefusedRows)
export class ListRefusedRowsHandler implements IQueryHandler<ListRefusedRows> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, importId, size, after }: ListRefusedRows): Promise<RefusedRowsPage> {
    await importOf(this.readModel, workspaceId, importId);
    const lastShown = Number(after?.[0] ?? 0);
    const found: ShownRefusedRow[] = [];
    // An event has the rows up to its own: those up to the last one shown are read again and passed over.
    let position: readonly IndexValue[] | undefined = lastShown === 0 ? undefined : [lastShown - 1];
    for (;;) {
      const options = { index: 'by_row', prefix: [workspaceId, importId], ...(position && { after: position }) };
      const events = await this.readModel.page(IMPORT_REFUSALS, { ...options, limit: EVENTS_AT_ONCE });
      found.push(...events.flatMap(presentRefusedRows).filter(({ row }) => row > lastShown));
      if (found.length > size || events.length < EVENTS_AT_ONCE) break;
      position = [events.at(-1)!.up_to_row];
    }
    const rows = found.slice(0, size);
    return { rows, next: found.length > size ? [rows.at(-1)!.row] : undefined };
  }
}
