import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import { PAGE_READER, type PageReader, type PrintedPage } from '#read-model';
import { CALLS_PAGE, type ShownCall } from '../pages/calls-page.js';
import type { CallFilters } from './call-filters.js';

/** GET /calls, as {@link CALLS_PAGE} finds them. */
export class ListCalls extends Query<PrintedPage<ShownCall>> {
  constructor(
    readonly workspaceId: string,
    readonly filters: CallFilters,
    readonly newestFirst: boolean,
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListCalls)
export class ListCallsHandler implements IQueryHandler<ListCalls> {
  constructor(@Inject(PAGE_READER) private readonly pages: PageReader) {}

  execute({ workspaceId, filters, newestFirst, size, after }: ListCalls): Promise<PrintedPage<ShownCall>> {
    return this.pages.read(CALLS_PAGE, { workspaceId, filters, newestFirst, size, after });
  }
}
