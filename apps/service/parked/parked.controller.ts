import { Body, Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type AnswerOf, Context, Endpoint, IdParam, Page, type PageRequest, type RequestContext, respond } from '#http';
import type { JsonObject } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import type { CommandResult } from '#workspace-head';
import { EventSkipping } from '../event-skipping.js';
import {
  ParkedDecisionAnswer,
  ParkedFilters,
  ParkedItemAnswer,
  ParkedItemsAnswer,
  SkipParkedItemBody,
} from './parked.dto.js';
import { ParkedItems, type Settled } from './parked-items.js';
import { presentParked } from './present-parked.js';

/** Work that failed too often, for the holder of the admin token (docs/operating.md#smartlistsitemsparked). */
@Controller()
export class ParkedController {
  private readonly items: ParkedItems;

  constructor(
    @Inject(READ_MODEL) readModel: ReadModel,
    @Inject(EventSkipping) skipping: EventSkipping,
    bus: CommandBus,
  ) {
    this.items = new ParkedItems({ readModel, skipping, bus });
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/parked',
    admin: true,
    summary: 'List what is parked',
    description:
      'Items of to-do lists that failed too often, and events that hold streams back, of all processes. Normally there is none.',
    success: { status: 200, type: ParkedItemsAnswer },
  })
  async listParkedItems(@Page(ParkedFilters) page: PageRequest<ParkedFilters>): Promise<AnswerOf<ParkedItemsAnswer>> {
    const { kind, workspace_id: workspaceId } = page.filters;
    const { items, next } = await this.items.list({ kind, workspaceId }, page.size, page.after);
    return { ok: true, parked_items: items.map((each) => presentParked(each, true)), next_page_token: page.next(next) };
  }

  @Endpoint({
    method: 'GET',
    path: '/admin/parked/:itemId',
    admin: true,
    summary: 'Read a parked item',
    description: 'Also one that is tried again, was skipped or is done meanwhile.',
    success: { status: 200, type: ParkedItemAnswer },
    errors: ['not_found'],
  })
  async getParkedItem(@IdParam('itemId') itemId: string): Promise<AnswerOf<ParkedItemAnswer>> {
    const { parked, isOpen } = await this.items.find(itemId);
    return { ok: true, parked_item: presentParked(parked, isOpen) };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/parked/:itemId/retry',
    readsRows: true,
    admin: true,
    summary: 'Try a parked item again',
    description:
      'At once, by the process that has this work; its next failure parks it again, with the new error. The log says who had it tried. The same request again changes nothing.',
    success: { status: 200, type: ParkedDecisionAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async retryParkedItem(
    @Context() context: RequestContext,
    @IdParam('itemId') itemId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return answered(reply, itemId, await this.items.retry(itemId, context));
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/parked/:itemId/skip',
    readsRows: true,
    admin: true,
    summary: 'Skip a parked item',
    description:
      'On the record: the log says who did it, when and why, and the item is never tried again, whatever is rebuilt or restored. **It cannot be taken back.** An erasure of personal data is mended and never skipped. The same request again changes nothing.',
    success: { status: 200, type: ParkedDecisionAnswer },
    errors: ['not_found', 'resource_conflict'],
  })
  async skipParkedItem(
    @Context() context: RequestContext,
    @IdParam('itemId') itemId: string,
    @Body() { reason, revision }: SkipParkedItemBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return answered(reply, itemId, await this.items.skip(itemId, { reason, revision }, context));
  }
}

function answered(reply: FastifyReply, item_id: string, result: CommandResult | Settled): JsonObject {
  return 'answer' in result ? respond(reply, result) : { ok: true, item_id, ...result };
}
