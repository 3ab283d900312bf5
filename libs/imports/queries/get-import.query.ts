import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { type ImportRow, IMPORTS, presentImport } from '../domain/index.js';

/** GET /imports/{importId}. */
export class GetImport extends Query<ReturnType<typeof presentImport>> {
  constructor(
    readonly workspaceId: string,
    readonly importId: string,
  ) {
    super();
  }
}

@QueryHandler(GetImport)
export class GetImportHandler implements IQueryHandler<GetImport> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, importId }: GetImport): Promise<ReturnType<typeof presentImport>> {
    return presentImport(await importOf(this.readModel, workspaceId, importId));
  }
}

/** The row of an import. @throws DomainError `not_found` */
export async function importOf(
  readModel: Pick<ReadModel, 'getMany'>,
  workspaceId: string,
  importId: string,
): Promise<ImportRow> {
  const [row] = await readModel.getMany(IMPORTS, [[workspaceId, importId]]);
  if (!row) throw notFound('import');
  return row;
}
