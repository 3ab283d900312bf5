import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel, type Source, walk } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { barOf, DO_NOT_CALL, type DoNotCallRow, presentEntry } from '../domain/entry.js';

/** A page of the register, and the position of the next page; undefined at the end. */
export interface EntriesPage {
  readonly entries: readonly ReturnType<typeof presentEntry>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /do-not-call: the entries that count now, in the order in which they were added. */
export class ListEntries extends Query<EntriesPage> {
  constructor(
    readonly workspaceId: string,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListEntries)
export class ListEntriesHandler implements IQueryHandler<ListEntries> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  async execute(query: ListEntries): Promise<EntriesPage> {
    const at = await this.decider.now(query.workspaceId);
    const { rows, next } = await walk(this.source(query.workspaceId), query, async (found) =>
      found.flatMap((row) => (barOf(row, at) ? [{ row }] : [])),
    );
    return { entries: rows.map(({ row }) => presentEntry(row)), next };
  }

  private source(workspaceId: string): Source<DoNotCallRow> {
    return {
      positionOf: ({ number }) => [number],
      read: async (after, limit) => {
        const options = { index: 'live', prefix: [workspaceId, 1], ...(after && { after }), limit };
        const rows = await this.readModel.page(DO_NOT_CALL, options);
        return { rows, next: rows.length < limit ? undefined : [rows.at(-1)!.number] };
      },
    };
  }
}
