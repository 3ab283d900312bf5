import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Context, type RequestContext } from './access.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { PageQuery } from './pages.js';
import { ID } from './path-id.js';
import { SmartListBody } from './smart-lists.dto.js';
import { SmartListsService } from './smart-lists.service.js';

@Controller('smart-lists')
export class SmartListsController {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly lists: SmartListsService,
  ) {}

  @Post()
  @Access('smart_lists:write')
  create(@Context() context: RequestContext, @Body() body: SmartListBody) {
    return this.writes.run(context, (manager) => this.lists.create(manager, context.workspaceId, body));
  }

  @Get()
  @Access('smart_lists:read')
  page(@Context() { workspaceId }: RequestContext, @Query() query: PageQuery) {
    return this.lists.page(workspaceId, query);
  }

  @Get(':id')
  @Access('smart_lists:read')
  read(@Context() { workspaceId }: RequestContext, @Param('id', ID) id: string) {
    return this.lists.read(workspaceId, id);
  }

  @Delete(':id')
  @Access('smart_lists:write')
  delete(@Context() context: RequestContext, @Param('id', ID) id: string) {
    return this.writes.run(context, (manager) => this.lists.delete(manager, context.workspaceId, id));
  }
}
