import type { RateLimits, Scope } from '#kernel';
import type { Generations } from '#read-model';

/** The sender of a request: a live key of one workspace. */
export interface Caller {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The workspace's own limits; null where it has none. */
  readonly rateLimits: RateLimits;
}

/**
 * Port: looks up the owner of a key (docs/reference/http-contract.md#tenancy; the workspaces slice implements it). An
 * abstract class, so that Nest can inject it: `{ provide: Credentials, useExisting: … }`.
 */
export abstract class Credentials {
  /**
   * The caller of a bearer token; undefined for one that is malformed, unknown, revoked or expired. Returned without a
   * promise when it is cached. May record the use of the key.
   */
  abstract authenticate(token: string): Caller | undefined | Promise<Caller | undefined>;
}

/**
 * Port: whether there is a complete copy of the rows (docs/reference/consistency.md#projections). While there is none,
 * every route that needs a key or the admin token answers 503, never 401 or 404.
 */
export abstract class ReadyGate {
  abstract readonly ready: boolean;
  /** The reason for waiting, in one sentence without secrets; shown by /health/ready. */
  abstract readonly reason: string;
  /**
   * The generations of the rows, where rows may be replaced between two reads of `ready`; undefined where they never
   * are.
   */
  readonly generations?: Generations | undefined;
}
