import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IMPORT_REFUSALS, IMPORTS, presentRefusedRows } from '#imports/domain';
import { notFound } from '#kernel';
import { beginReads } from '#read-model';
import { EXPORT_PORTS } from '../tokens.js';
import type { Export } from './export.js';
import type { ExportPorts } from './rows-as-of.js';

export type ShownRefusedRow = ReturnType<typeof presentRefusedRows>[number];

/** GET /exports/refused-rows: those of one import, in the order of its file. */
export class ExportRefusedRows extends Query<Export<ShownRefusedRow>> {
  constructor(
    readonly workspaceId: string,
    readonly importId: string,
  ) {
    super();
  }
}

/** Events whose refused rows are read at a time: each has at most a hundred. */
const EVENTS_AT_ONCE = 20;

@QueryHandler(ExportRefusedRows)
export class ExportRefusedRowsHandler implements IQueryHandler<ExportRefusedRows> {
  constructor(@Inject(EXPORT_PORTS) private readonly ports: ExportPorts) {}

  /** @throws DomainError `not_found`: no such import; ReadModelUnavailableError */
  async execute({ workspaceId, importId }: ExportRefusedRows): Promise<Export<ShownRefusedRow>> {
    const { readModel, decider } = this.ports;
    const confirm = await beginReads(readModel);
    const revision = await readModel.projectedRevision(workspaceId);
    const [found] = await readModel.getMany(IMPORTS, [[workspaceId, importId]]);
    if (!found) throw notFound('import');
    const at = await decider.now(workspaceId);
    return {
      revision,
      at,
      // Rows of refusals come to be and never change: those up to the revision are what there was at it.
      pages: async function* () {
        const options = { index: 'by_row', prefix: [workspaceId, importId], limit: EVENTS_AT_ONCE };
        for (let after: readonly number[] | undefined; ;) {
          const rows = await readModel.page(IMPORT_REFUSALS, { ...options, ...(after && { after }) });
          const before = rows.filter((row) => row.revision <= revision);
          await confirm();
          yield before.flatMap(presentRefusedRows);
          if (before.length < EVENTS_AT_ONCE) return;
          after = [rows.at(-1)!.up_to_row];
        }
      },
    };
  }
}
