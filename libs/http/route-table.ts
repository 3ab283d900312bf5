import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { endpointOf } from './endpoint.js';
import type { EndpointInfo, HttpMethod } from './endpoint-info.js';
import { codesOf } from './openapi/codes.js';
import { pagedBy } from './parameters.js';
import type { ErrorCode, Scope } from '#kernel';

/** One endpoint, for tests over all of them: matrices of tenancy, scopes and refusals come from this table. */
export interface RouteInfo {
  readonly method: HttpMethod;
  /** From the base path, with `:name` for path ids. */
  readonly path: string;
  /** Undefined for admin and public routes, and for those that any key opens. */
  readonly scope: Scope | undefined;
  readonly access: 'key' | 'admin' | 'public';
  readonly kind: 'read' | 'write';
  /** Names of the ids in the path. */
  readonly ids: readonly string[];
  readonly takesBody: boolean;
  readonly paged: boolean;
  readonly successStatus: number;
  /** Every code it can answer. */
  readonly errors: readonly ErrorCode[];
}

/** An endpoint with the method that serves it. */
export interface DeclaredEndpoint {
  readonly info: EndpointInfo;
  readonly controller: Type;
  readonly method: string;
}

/** The route table of an application, in the order of its controllers. */
export function routes(app: INestApplication): readonly RouteInfo[] {
  return routesOf(controllersOf(app));
}

/** The route table of some controllers, without an application. */
export function routesOf(controllers: readonly Type[]): readonly RouteInfo[] {
  return endpointsOf(controllers).map(({ info, controller, method }) => {
    const { options, kind, body } = info;
    return {
      method: options.method,
      path: options.path,
      scope: options.scope,
      access: options.admin ? 'admin' : options.public ? 'public' : 'key',
      kind,
      ids: idsOf(options.path),
      takesBody: body !== undefined,
      paged: pagedBy(controller.prototype as object, method) !== undefined,
      successStatus: options.success.status,
      errors: codesOf(info, pagedBy(controller.prototype as object, method) !== undefined),
    };
  });
}

/** All controllers of an application. */
export function controllersOf(app: INestApplication): readonly Type[] {
  const modules = [...app.get(ModulesContainer).values()];
  return [
    ...new Set(modules.flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype as Type))),
  ];
}

/** The endpoints of some controllers. */
export function endpointsOf(controllers: readonly Type[]): readonly DeclaredEndpoint[] {
  const scanner = new MetadataScanner();
  return controllers.flatMap((controller) =>
    scanner.getAllMethodNames(controller.prototype as object).flatMap((method) => {
      const info = endpointOf((controller.prototype as Record<string, object>)[method]!);
      return info ? [{ info, controller, method }] : [];
    }),
  );
}

/** Names of the ids in a path. */
export function idsOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}
