import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Type } from '@nestjs/common';

const PAGED = Symbol('paged');
const BODY: number = RouteParamtypes.BODY;
const QUERY: number = RouteParamtypes.QUERY;

/** What `@Page` says about a method: its answers are pages, filtered by the fields of a class. */
export interface Paged {
  readonly filters: Type | undefined;
  /** The class of page_size and page_token. */
  readonly parameters: Type;
}

/**
 * The class of a method's `@Body()`, undefined if it has none (parameter decorators run before those of the method). Throws when a DTO
 * was imported as a type only: nothing would be left of it to read a body by.
 */
export function bodyOf(target: object, method: string | symbol): Type | undefined {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, method) as Parameters | undefined;
  const types = Reflect.getMetadata('design:paramtypes', target, method) as readonly unknown[] | undefined;
  let body: Type | undefined;
  for (const [key, { index }] of Object.entries(parameters ?? {})) {
    const kind = Number(key.split(':')[0]);
    if (kind !== BODY && kind !== QUERY) continue;
    const type = types?.[index];
    if (type === undefined || type === Object)
      throw new Error(`${String(method)}: the DTO class is imported as a type only`);
    if (kind === BODY) body = type as Type;
  }
  return body;
}

type Parameters = Readonly<Record<string, { readonly index: number }>>;

/** Notes that a method's answers are pages. */
export function markPaged(target: object, method: string | symbol, paged: Paged): void {
  Reflect.defineMetadata(PAGED, paged, target, method);
}

/** What `@Page` noted. */
export function pagedBy(target: object, method: string | symbol): Paged | undefined {
  return Reflect.getMetadata(PAGED, target, method) as Paged | undefined;
}
