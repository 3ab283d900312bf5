import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, Context, type RequestContext } from './access.js';
import { IdempotentWrites } from './idempotent-writes.js';
import { MembersBody } from './members.dto.js';
import { MembersService } from './members.service.js';
import { PageQuery } from './pages.js';
import { ID } from './path-id.js';

@Controller('smart-lists/:id/members')
export class MembersController {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: MembersService,
  ) {}

  @Get()
  @Access('smart_lists:read')
  page(@Context() { workspaceId }: RequestContext, @Param('id', ID) id: string, @Query() query: PageQuery) {
    return this.members.page(workspaceId, id, query);
  }

  @Post('batch')
  @HttpCode(200)
  @Access('smart_lists:write')
  add(@Context() context: RequestContext, @Param('id', ID) id: string, @Body() { members }: MembersBody) {
    return this.writes.run(context, (manager) => this.members.add(manager, context.workspaceId, id, members));
  }
}
