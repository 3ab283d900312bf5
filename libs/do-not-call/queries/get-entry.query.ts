import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { entriesOfPhones } from '#contacts/domain';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { WORKSPACES } from '#workspaces/domain';
import { barOf, presentEntry } from '../domain/entry.js';

/** GET /do-not-call/{phone}: the entry of a number, if it counts now. */
export class GetEntry extends Query<ReturnType<typeof presentEntry>> {
  constructor(
    readonly workspaceId: string,
    /** E.164. */
    readonly phone: string,
  ) {
    super();
  }
}

@QueryHandler(GetEntry)
export class GetEntryHandler implements IQueryHandler<GetEntry> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, phone }: GetEntry): Promise<ReturnType<typeof presentEntry>> {
    const [at, [workspace]] = await Promise.all([
      this.decider.now(workspaceId),
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
    ]);
    const entry = workspace && (await entriesOfPhones(this.readModel, workspace, [phone])).get(phone);
    if (!entry || !barOf(entry, at)) throw notFound('do-not-call entry');
    return presentEntry(entry);
  }
}
