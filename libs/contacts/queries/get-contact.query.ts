import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { WORKSPACES } from '#workspaces/domain';
import { CONTACTS } from '../domain/contact.js';
import { presentContacts, type ShownContact } from './present-contacts.js';

/** GET /contacts/{contactId}. */
export class GetContact extends Query<ShownContact> {
  constructor(
    readonly workspaceId: string,
    readonly contactId: string,
  ) {
    super();
  }
}

@QueryHandler(GetContact)
export class GetContactHandler implements IQueryHandler<GetContact> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, contactId }: GetContact): Promise<ShownContact> {
    const [[contact], [workspace]] = await Promise.all([
      this.readModel.getMany(CONTACTS, [[workspaceId, contactId]]),
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
    ]);
    if (contact?.live !== 1 || !workspace) throw notFound('contact');
    const [shown] = await presentContacts(this.readModel, workspace, [contact], () => this.decider.now(workspaceId));
    return shown!;
  }
}
