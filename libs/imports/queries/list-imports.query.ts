import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { IMPORTS, type ImportState, presentImport } from '../domain/index.js';

/** A page of imports, and the position of the next page; undefined at the end. */
export interface ImportsPage {
  readonly imports: readonly ReturnType<typeof presentImport>[];
  readonly next: readonly IndexValue[] | undefined;
}

/** GET /imports: the newest first; undefined: of all states. */
export class ListImports extends Query<ImportsPage> {
  constructor(
    readonly workspaceId: string,
    readonly state: ImportState | undefined,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListImports)
export class ListImportsHandler implements IQueryHandler<ListImports> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, state, size, after }: ListImports): Promise<ImportsPage> {
    const range =
      state === undefined
        ? { index: 'by_number', prefix: [workspaceId] }
        : { index: 'by_state', prefix: [workspaceId, state] };
    const options = { ...range, ...(after && { after }), descending: true, limit: size + 1 };
    const rows = await this.readModel.page(IMPORTS, options);
    const shown = rows.slice(0, size);
    return { imports: shown.map(presentImport), next: rows.length > size ? [shown.at(-1)!.number] : undefined };
  }
}
