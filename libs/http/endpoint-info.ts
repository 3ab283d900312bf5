import type { Type } from '@nestjs/common';
import type { ErrorCode, Scope } from '#kernel';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The success of an endpoint. */
export interface Success {
  readonly status: 200 | 201 | 202;
  /** The class of the answer, its fields described by field decorators or `@ApiProperty`. */
  readonly type: Type;
  readonly description?: string;
  /** Headers beyond those of every answer. */
  readonly headers?: readonly (
    'Location' | 'ETag' | 'Events-Lag' | 'Content-Disposition' | 'Export-Revision' | 'Export-Time'
  )[];
  /**
   * Its `ETag` is a digest of the whole body, and `If-None-Match` is answered with 304 while the body is the same. For
   * reads whose body a version does not cover.
   */
  readonly digest?: true;
  /** For answers that are not JSON: the one type, or those of which a parameter chooses. */
  readonly contentType?: string | readonly string[];
}

interface Described {
  readonly method: HttpMethod;
  /** From the base path, with `:name` for path ids: `/smart-lists/:smartListId`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly success: Success;
  /**
   * Refusals of its own, e.g. `not_found`, `resource_conflict`. Those that every endpoint of its kind can answer (401,
   * 403, 429, 400 of a body, 415, 413, 422 …) are added automatically.
   */
  readonly errors?: readonly ErrorCode[];
  /**
   * A write counts as one for rate limits and may carry an Idempotency-Key. Undefined: everything but GET is a write.
   */
  readonly write?: boolean;
  /**
   * Whether it reads rows outside a decision: they must show every write that was answered. Undefined: reads do, and
   * writes do not.
   */
  readonly readsRows?: boolean;
  /**
   * The types of a body that it reads as a stream, while it arrives, in the place of JSON. It bounds the body itself.
   */
  readonly streams?: readonly [string, ...string[]];
  /** Largest number of bytes of its JSON body; undefined: 1 MiB. */
  readonly bodyLimit?: number;
  /** Heading in the reference; undefined: the first part of the path. */
  readonly tag?: string;
}

/** Authorised by the scope of a key, by any key, by an admin token, or public: exactly one of them. */
export type EndpointOptions = Described &
  (
    | Only<'scope', Scope>
    /** A valid key is enough, whatever its scopes: of reads alone, since a command is decided by a scope. */
    | (Only<'anyKey', true> & { readonly method: 'GET' })
    | Only<'admin', true>
    | (Only<'public', true> & {
        /** The ADMIN_TOKEN may be sent; the answer to it has more fields. */
        readonly tellsAdmin?: true;
      })
  );

type Access = 'scope' | 'anyKey' | 'admin' | 'public';

type Only<Name extends Access, Value> = { readonly [Key in Name]: Value } & {
  readonly [Other in Exclude<Access, Name>]?: undefined;
};

/** An endpoint as the guard, the route table and the reference see it. */
export interface EndpointInfo {
  readonly options: EndpointOptions;
  readonly kind: 'read' | 'write';
  /** The class of its `@Body()`; without one, any body except `{}` is refused. */
  readonly body: Type | undefined;
  /** The classes of its query parameters; a parameter that none of them has is refused. Public endpoints accept any. */
  readonly query: readonly Type[];
}

/** Whether an endpoint reads rows outside a decision: its requests wait for those of writes that were answered. */
export const readsRows = ({ kind, options }: EndpointInfo): boolean => options.readsRows ?? kind === 'read';
