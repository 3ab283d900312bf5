import type { Instant } from '#kernel';
import type { AttemptResult } from '../domain/attempt.js';

/** One attempt of a delivery. */
export interface WebhookRequest {
  /** https only. */
  readonly url: string;
  /** The same for every attempt of a delivery: X-Service-Delivery-Id and webhook-id. */
  readonly deliveryId: string;
  /** Sent byte for byte, as UTF-8. */
  readonly body: string;
  /** The workspace's live signing secrets as shown to the user (`whsec_…`), newest first; at least one. */
  readonly secrets: readonly string[];
  /**
   * For webhook-timestamp, in whole seconds. Receivers hold it against their own clocks: it is to be real time, under a
   * test clock too.
   */
  readonly at: Instant;
}

/**
 * Where deliveries leave the service (docs/reference/http-contract.md, The webhook). The worker's port; it does not
 * know deliveries, only attempts.
 */
export interface WebhookSender {
  /**
   * POSTs once: signed, past the egress guard, within 15 s in all, redirects not followed. It neither retries nor
   * limits how many are under way.
   * @returns what came of it: a receiver's failure is a result, not an exception
   * @throws AttemptAbortedError once `abortAll` or `close` was called: whether the receiver got the request is not
   * known then. TypeError for a secret that is none.
   */
  send(request: WebhookRequest): Promise<AttemptResult>;
  /** Aborts the attempts under way, as when the service stops. */
  abortAll(): void;
  /** Closes what is kept open to receivers; attempts under way are aborted, later ones refused. */
  close(): Promise<void>;
}
