import { createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isPhone, parseUuid } from '#kernel';
import type { Actor, AdminContext, CommandContext } from '#kernel';
import type { Caller } from './credentials.js';
import type { EndpointInfo } from './endpoint-info.js';
import type { KeyRateLimits, KeyRates } from './key-rates.js';
import { correlationIdOf } from './request-id.js';
import { fingerprint, keyHash, parseIdempotencyKey } from './idempotency-key.js';

/** The context of a request: its actor, and the data that its commands carry. */
export interface RequestContext {
  /** The workspace of the key; '' on admin routes, which name theirs in the path. */
  readonly workspaceId: string;
  readonly actor: Actor;
  /** The correlation id of the events that this request causes. */
  readonly correlationId: string;
  /** What is left of the rate limits of the key, this request counted. */
  readonly rateLimits: KeyRateLimits;
  /** The If-Match header, a field of the commands that compare it. */
  readonly ifMatch: string | undefined;
  /**
   * The context of a command of this request, as plain data: for a write to the key's workspace, with the scope it
   * needs, its Idempotency-Key and its correlation id. For a read it is a question to rows and head, and an
   * Idempotency-Key is ignored.
   * @throws DomainError `validation_failed` for a malformed Idempotency-Key
   */
  commandContext(): CommandContext;
  /** The context of a command of an admin route, as plain data. Idempotency-Keys are ignored there. */
  adminContext(): AdminContext;
}

/** The context of a request with an API key. */
export class ApiKeyContext implements RequestContext {
  constructor(
    private readonly request: FastifyRequest,
    private readonly caller: Caller,
    private readonly endpoint: EndpointInfo,
    private readonly rates: KeyRates,
  ) {}

  get workspaceId(): string {
    return this.caller.workspaceId;
  }

  get actor(): Actor {
    return { kind: 'api_key', id: this.caller.apiKeyId };
  }

  get correlationId(): string {
    return correlationIdOf(this.request);
  }

  get rateLimits(): KeyRateLimits {
    return this.rates.of(this.caller);
  }

  get ifMatch(): string | undefined {
    return this.request.headers['if-match'];
  }

  commandContext(): CommandContext {
    const { caller, request } = this;
    const { kind, options } = this.endpoint;
    if (options.scope === undefined) throw new Error('an endpoint for any key decides nothing: it has no scope');
    const key = kind === 'write' ? request.headers['idempotency-key'] : undefined;
    return {
      workspaceId: caller.workspaceId,
      actor: this.actor,
      correlationId: this.correlationId,
      causationId: null,
      ...(key !== undefined && { idempotency: idempotency(request, parseIdempotencyKey(key)) }),
      ...bytesOf(request),
      ...traceOf(request),
      scope: options.scope,
    };
  }

  adminContext(): AdminContext {
    throw new Error('a key writes to its own workspace only: use commandContext()');
  }
}

/** The context of a request with an admin token. */
export class AdminTokenContext implements RequestContext {
  readonly workspaceId = '';
  readonly rateLimits = { read: null, write: null };

  constructor(
    private readonly request: FastifyRequest,
    readonly actor: Actor,
  ) {}

  get correlationId(): string {
    return correlationIdOf(this.request);
  }

  get ifMatch(): string | undefined {
    return this.request.headers['if-match'];
  }

  commandContext(): CommandContext {
    throw new Error('an admin route names its workspace: use adminContext()');
  }

  adminContext(): AdminContext {
    const { actor, correlationId, request } = this;
    return { actor, correlationId, causationId: null, ...bytesOf(request), ...traceOf(request) };
  }
}

function idempotency(request: FastifyRequest, key: string): NonNullable<CommandContext['idempotency']> {
  return { keyHash: keyHash(key), fingerprint: fingerprint(request.method, targetOf(request), request.bodyBytes) };
}

/** The size of a request's body, for its command; empty without a body. */
function bytesOf({ bodyBytes }: FastifyRequest): Pick<CommandContext, 'bytes'> {
  return bodyBytes ? { bytes: bodyBytes.length } : {};
}

/** The trace of a request, for its command; empty where it is not traced. */
function traceOf({ span }: FastifyRequest): Pick<CommandContext, 'traceparent'> {
  return span ? { traceparent: span.traceparent } : {};
}

/**
 * Scheme and authority of an absolute target (RFC 9112, 3.2.2), and the path, without query and fragment, like the
 * router's.
 */
const TARGET = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i;

/** The path of a request as it was sent: without the origin of an absolute target, the query and a fragment. */
export function pathOf(request: Pick<FastifyRequest, 'url'>): string {
  return TARGET.exec(request.url)![1] || '/';
}

/** The query of a target, without its `?` and without a fragment. */
const QUERY = /\?([^#]+)/;

/** The path of a request with its query: DELETE of a contact does another thing with `erase=true`. */
function targetOf(request: Pick<FastifyRequest, 'url'>): string {
  const query = QUERY.exec(request.url)?.[1];
  return query === undefined ? pathOf(request) : `${pathOf(request)}?${query}`;
}

/** The {@link RequestContext} of a request. */
export const Context = createParamDecorator((_data: unknown, context) => {
  return context.switchToHttp().getRequest<FastifyRequest>().requestContext;
});

/**
 * A phone number of the path, in E.164, its + escaped or not. One that is none becomes '', which names nothing: it is
 * refused like an unknown number.
 */
export const PhoneParam = createParamDecorator((name: string, context) => {
  const { params } = context.switchToHttp().getRequest<FastifyRequest>();
  const phone = (params as Record<string, string>)[name];
  return isPhone(phone) ? phone : '';
});

/**
 * An id of the path, in lower case. One that is no UUID becomes '', which names nothing: it is refused like an unknown
 * id, after the body and the Idempotency-Key (docs/reference/http-contract.md#conventions).
 */
export const IdParam = createParamDecorator((name: string, context) => {
  const { params } = context.switchToHttp().getRequest<FastifyRequest>();
  return parseUuid((params as Record<string, string>)[name]) ?? '';
});
