import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { WORKSPACES } from '#workspaces/domain';
import { CONTACTS } from '../domain/contact.js';
import { presentContact } from '../domain/present-contact.js';

/** GET /contacts/{contactId}. */
export class GetContact extends Query<ReturnType<typeof presentContact>> {
  constructor(
    readonly workspaceId: string,
    readonly contactId: string,
  ) {
    super();
  }
}

@QueryHandler(GetContact)
export class GetContactHandler implements IQueryHandler<GetContact> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  /** @throws DomainError `not_found` */
  async execute({ workspaceId, contactId }: GetContact): Promise<ReturnType<typeof presentContact>> {
    const [[contact], [workspace]] = await Promise.all([
      this.readModel.getMany(CONTACTS, [[workspaceId, contactId]]),
      this.readModel.getMany(WORKSPACES, [[workspaceId]]),
    ]);
    if (contact?.live !== 1 || !workspace) throw notFound('contact');
    return presentContact(contact, workspace.time_zone);
  }
}
