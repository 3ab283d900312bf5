import type { WorkspaceView } from './decision.js';
import type { Actor } from './events.js';
import type { Scope } from './scopes.js';

/**
 * Who asks for something in a workspace, and how that is recorded. Plain data
 * (docs/adr/0036-eligibility-is-a-library-and-a-use-case-is-one-file.md): a command that carries it can be printed, and
 * a worker makes one without a request.
 */
export interface CommandContext {
  readonly workspaceId: string;
  readonly actor: Actor;
  /** The id of the request that led here, also through workers. */
  readonly correlationId: string;
  /** The event that led here, for workers; null for a request. */
  readonly causationId: string | null;
  /** Present if the request had an Idempotency-Key: hex SHA-256 of the key, and of method, path and body. */
  readonly idempotency?: { readonly keyHash: string; readonly fingerprint: string };
  /**
   * Size of the request's body in bytes; left out where there is none. Body and parsed values stay in memory while the
   * command is under way: without their size, large bodies would fill the memory while a store hangs.
   */
  readonly bytes?: number;
  /** What the actor's API key must be allowed when the command is decided; left out: no key asks. */
  readonly scope?: Scope;
}

/** What a command of the holder of an admin token carries: the workspace is named by the command, or made by it. */
export type AdminContext = Omit<CommandContext, 'workspaceId'>;

/**
 * Judges the API key of an actor on the state that its command is decided on.
 * @throws DomainError `unauthorized` for a key that was revoked or has expired, `insufficient_scope` for one that lacks the scope
 */
export type Authorize = (view: WorkspaceView, actor: Actor, scope: Scope) => void;
