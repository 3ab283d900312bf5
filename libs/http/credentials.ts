import type { RateLimits, Scope } from '#kernel';
import type { Generations } from '#read-model';

/** Who sent a request: a live key of one workspace. */
export interface Caller {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The workspace's own limits; null where it has none. */
  readonly rateLimits: RateLimits;
}

/**
 * Port: who a key belongs to (docs/reference/http-contract.md#tenancy; the workspaces slice implements it). An abstract
 * class, so that Nest can inject it: `{ provide: Credentials, useExisting: … }`.
 */
export abstract class Credentials {
  /**
   * The caller of a bearer token; undefined for one that is malformed, unknown, revoked or expired. Answered without a promise
   * when it is known already. May note the use of the key.
   */
  abstract authenticate(token: string): Caller | undefined | Promise<Caller | undefined>;
}

/**
 * Port: whether there is a complete copy of the rows (docs/reference/consistency.md#projections). While not, every
 * route that needs a key or the admin token answers 503, never 401 or 404.
 */
export abstract class ReadyGate {
  abstract readonly ready: boolean;
  /** What is being waited for, in one sentence without secrets; shown by /health/ready. */
  abstract readonly reason: string;
  /** Of the rows, where they may be exchanged between two looks at `ready`; left out where they never are. */
  readonly generations?: Generations | undefined;
}
