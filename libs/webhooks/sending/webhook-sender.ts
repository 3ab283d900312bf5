import type { Instant } from '#kernel';
import type { AttemptResult } from '../domain/attempt.js';

/** One attempt of a delivery. */
export interface WebhookRequest {
  /** An https URL. */
  readonly url: string;
  /** The same for every attempt of a delivery: X-Service-Delivery-Id and webhook-id. */
  readonly deliveryId: string;
  /** Sent byte for byte, as UTF-8. */
  readonly body: string;
  /** The workspace's live signing secrets as shown to the user (`whsec_…`), newest first; at least one. */
  readonly secrets: readonly string[];
  /**
   * For webhook-timestamp, in whole seconds. Real time, under a test clock too: receivers compare it with their own
   * clocks.
   */
  readonly at: Instant;
  /** The header by which the receiver's steps join the trace; undefined: the attempt is part of none. */
  readonly traceparent?: string | undefined;
}

/**
 * Sends deliveries out of the service (docs/reference/http-contract.md, The webhook). The worker's port; it does not
 * know deliveries, only attempts.
 */
export interface WebhookSender {
  /**
   * POSTs once: signed, past the egress guard, within 15 s in all, redirects not followed. It neither retries nor
   * limits how many attempts are under way.
   * @returns the result; a receiver's failure is a result, not an exception
   * @throws AttemptAbortedError `abortAll` or `close` was called; whether the receiver got the request is not known.
   * TypeError a secret is malformed.
   */
  send(request: WebhookRequest): Promise<AttemptResult>;
  /** Aborts the attempts under way, as when the service stops. */
  abortAll(): void;
  /** Closes the idle connections; attempts under way are aborted, later ones refused. */
  close(): Promise<void>;
}
