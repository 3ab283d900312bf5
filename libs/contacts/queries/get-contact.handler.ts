import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type JsonObject, notFound } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { CONTACTS, presentContact } from '../domain/index.js';
import { GetContact } from './get-contact.query.js';

@QueryHandler(GetContact)
export class GetContactHandler implements IQueryHandler<GetContact> {
  constructor(@Inject(READ_MODEL) private readonly readModel: ReadModel) {}

  async execute({ workspaceId, contactId }: GetContact): Promise<JsonObject> {
    const [contact] = await this.readModel.getMany(CONTACTS, [[workspaceId, contactId]]);
    if (contact?.live !== 1) throw notFound('contact');
    return presentContact(contact);
  }
}
