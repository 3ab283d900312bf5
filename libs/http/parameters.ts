import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Type } from '@nestjs/common';

const PAGED = Symbol('paged');

/** What `@Page` says about a method: its answers are pages, filtered by the fields of a class. */
export interface Paged {
  readonly filters: Type | undefined;
}

/** Whether a controller's method has a `@Body()` (parameter decorators run before those of the method). */
export function takesBody(target: object, method: string | symbol): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, method) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

/** Notes that a method's answers are pages. */
export function markPaged(target: object, method: string | symbol, paged: Paged): void {
  Reflect.defineMetadata(PAGED, paged, target, method);
}

/** What `@Page` noted. */
export function pagedBy(target: object, method: string | symbol): Paged | undefined {
  return Reflect.getMetadata(PAGED, target, method) as Paged | undefined;
}
