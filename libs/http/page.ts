import { createParamDecorator } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { FieldError, IndexValue } from '#kernel';
import { pathOf } from './request-context.js';
import { field } from './fields/field.js';
import { RecordReader } from './fields/record-reader.js';
import { Integer } from './fields/values.js';
import type { PageScope } from './page-tokens.js';
import { markPaged } from './parameters.js';
import { invalidParameters } from './problems.js';

/** The page a read asks for (docs/reference/http-contract.md#pages). */
export interface PageRequest<Filters extends object = object> {
  /** 1 to 200, default 50. */
  readonly size: number;
  /** The position at which the previous page ended, as passed to `next`; undefined for the first page. */
  readonly after: readonly IndexValue[] | undefined;
  readonly filters: Filters;
  /** The `next_page_token` for the position at which this page ends; null for undefined, the end. */
  next(after: readonly IndexValue[] | undefined): string | null;
}

const DEFAULT_SIZE = 50;

/** A token is read unchanged: trimmed it would be another spelling of the same one. */
function TokenField(): PropertyDecorator {
  const description = 'The `next_page_token` of the page before, unchanged.';
  return field({ read: (value) => value }, { optional: true, description }, { type: 'string', minLength: 1 });
}

/** The parameters of every paged read. */
export class PageParameters {
  @Integer({
    min: 1,
    max: 200,
    optional: true,
    default: DEFAULT_SIZE,
    description: 'How many rows at most. May change from page to page.',
  })
  page_size?: number;

  @TokenField()
  page_token?: string;
}

class NoFilters {}

/**
 * The {@link PageRequest} of a read; `@Page(MembersFilter) page: PageRequest<MembersFilter>` also reads filters by
 * their DTO.
 * @throws DomainError `validation_failed`, `invalid_page_token`
 */
export function Page(filters?: Type): ParameterDecorator {
  const decorate = PageOf(filters ?? NoFilters);
  return (target, method, index) => {
    markPaged(target, method!, { filters, parameters: PageParameters });
    decorate(target, method, index);
  };
}

const PageOf = createParamDecorator((filters: Type, context) => {
  return readPage(context.switchToHttp().getRequest<FastifyRequest>(), filters);
});

function readPage(request: FastifyRequest, type: Type): PageRequest {
  const query = request.query as Record<string, unknown>;
  const errors: FieldError[] = [];
  const { page_size: size = DEFAULT_SIZE, page_token: token } = RecordReader.of(PageParameters).readQuery(
    query,
    errors,
  ) as PageParameters;
  const filters = RecordReader.of(type).readQuery(query, errors) as object;
  const { pageTokens } = request.server.http;
  const scope = (): PageScope => ({
    workspaceId: request.requestContext?.workspaceId ?? '',
    route: pathOf(request).toLowerCase(),
    filters,
  });
  if (errors.length > 0) throw invalidParameters(errors);
  return {
    size,
    after: token === undefined ? undefined : pageTokens.read(scope(), token),
    filters,
    next: (after) => (after === undefined ? null : pageTokens.issue(scope(), after)),
  };
}
