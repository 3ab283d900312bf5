import type { WorkspaceView } from './decision.js';
import type { Actor } from './events.js';
import type { Scope } from './scopes.js';

/**
 * The actor of a command in a workspace, and the metadata of its events. Plain data
 * (docs/adr/0036-eligibility-is-a-library-and-a-use-case-is-one-file.md): a command that carries it can be printed, and
 * a worker makes one without a request.
 */
export interface CommandContext {
  readonly workspaceId: string;
  readonly actor: Actor;
  /** The id of the request that caused the command, also through workers. */
  readonly correlationId: string;
  /** The event that caused the command, for workers; null for a request. */
  readonly causationId: string | null;
  /** The step of a trace that sent the command; undefined: it is part of no trace that is sampled. */
  readonly traceparent?: string;
  /** Present if the request had an Idempotency-Key: hex SHA-256 of the key, and of method, path and body. */
  readonly idempotency?: { readonly keyHash: string; readonly fingerprint: string };
  /**
   * Size of the request's body in bytes; undefined without one. Body and parsed values stay in memory while the command
   * is under way: without their size, large bodies would fill the memory while a store hangs.
   */
  readonly bytes?: number;
  /** The scope that the actor's API key must have when the command is decided; undefined: the actor is no API key. */
  readonly scope?: Scope;
}

/** The context of a command of an admin-token holder: the command names the workspace, or makes it. */
export type AdminContext = Omit<CommandContext, 'workspaceId'>;

/**
 * Judges the API key of an actor on the state on which its command is decided.
 * @throws DomainError `unauthorized` for a key that was revoked or has expired, `insufficient_scope` for one that lacks
 *   the scope
 */
export type Authorize = (view: WorkspaceView, actor: Actor, scope: Scope) => void;
