import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Type } from '@nestjs/common';

const PAGED = Symbol('paged');
const BODY: number = RouteParamtypes.BODY;
const QUERY: number = RouteParamtypes.QUERY;

/** The metadata that `@Page` stores about a method: its answers are pages, filtered by the fields of a class. */
export interface Paged {
  readonly filters: Type | undefined;
  /** The class of page_size and page_token. */
  readonly parameters: Type;
}

/**
 * The class of a method's `@Body()`, undefined if it has none (parameter decorators run before those of the method).
 * @throws Error a DTO was imported as a type only: at run time no class is left by which a body could be read
 */
export function bodyOf(target: object, method: string | symbol): Type | undefined {
  return classesOf(target, method, BODY)[0];
}

/**
 * The classes of a method's query parameters, those of `@Page` and of `@Query()`; none if it takes no parameters.
 * @throws Error a DTO was imported as a type only
 */
export function queryOf(target: object, method: string | symbol): readonly Type[] {
  const paged = pagedBy(target, method);
  const page = paged ? [paged.parameters, paged.filters].filter((type) => type !== undefined) : [];
  return [...page, ...classesOf(target, method, QUERY)];
}

function classesOf(target: object, method: string | symbol, kind: number): readonly Type[] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, method) as Parameters | undefined;
  const types = Reflect.getMetadata('design:paramtypes', target, method) as readonly unknown[] | undefined;
  return Object.entries(parameters ?? {}).flatMap(([key, { index }]) => {
    if (Number(key.split(':')[0]) !== kind) return [];
    const type = types?.[index];
    if (type === undefined || type === Object)
      throw new Error(`${String(method)}: the DTO class is imported as a type only`);
    return [type as Type];
  });
}

type Parameters = Readonly<Record<string, { readonly index: number }>>;

/** Stores that a method's answers are pages. */
export function markPaged(target: object, method: string | symbol, paged: Paged): void {
  Reflect.defineMetadata(PAGED, paged, target, method);
}

/** The metadata that `@Page` stored. */
export function pagedBy(target: object, method: string | symbol): Paged | undefined {
  return Reflect.getMetadata(PAGED, target, method) as Paged | undefined;
}
