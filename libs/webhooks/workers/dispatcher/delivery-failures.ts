import { messageOf } from '#kernel';
import { type FailingItems, isTransient, type PollLoop } from '#workers';
import type { DeliveryCancelled, DeliveryRow } from '../../domain/index.js';
import type { AttemptRecorder } from '../attempt/attempt-recorder.js';
import type { AttemptPorts } from '../attempt/attempts.js';
import { cancelDelivery } from '../attempt/cancel-delivery.js';
import type { DueBacklog } from '../backlog/due-backlog.js';
import type { HeldDelivery } from '../backlog/held-delivery.js';

/** Milliseconds until a parked delivery is tried again: an operator may have fixed the cause. */
const PARKED_RETRY_MS = 300_000;

interface DeliveryFailuresParts {
  readonly recorder: AttemptRecorder;
  readonly backlog: Pick<DueBacklog, 'requeueAfter' | 'awaitProjection'>;
  readonly failing: FailingItems<HeldDelivery>;
  readonly pollLoop: Pick<PollLoop, 'track' | 'stopped'>;
  /** Begins attempts while deliveries are queued. */
  readonly dispatch: () => void;
}

/**
 * What becomes of a delivery that fails by a fault of this service, or was skipped after that
 * (docs/adr/0052-parked-work-is-on-record.md).
 */
export class DeliveryFailures {
  constructor(
    private readonly ports: Pick<AttemptPorts, 'readModel' | 'events' | 'ids' | 'clock' | 'warn'>,
    private readonly parts: DeliveryFailuresParts,
  ) {}

  /** Cancels a delivery that is not to be sent. */
  async cancel(held: HeldDelivery, row: DeliveryRow, reason: DeliveryCancelled['data']['reason']): Promise<void> {
    const { recorder, backlog } = this.parts;
    try {
      const revision = await cancelDelivery(this.ports, recorder, row, reason);
      if (revision !== undefined) backlog.awaitProjection(held, revision);
    } catch (error) {
      this.retry(held, error);
    }
  }

  /** Lets the delivery rest until it is tried again; parks it after ten failures, or after an operator's retry. */
  retry(held: HeldDelivery, error: unknown): void {
    const { backlog, failing, pollLoop, dispatch } = this.parts;
    // Aborted by the stop of the worker: the next process makes the attempt.
    if (pollLoop.stopped) return;
    const isLast = !isTransient(error) && failing.isLastTry(held);
    failing.noteFailure(held, error);
    const delay = isLast ? undefined : held.retries.delayAfter(error);
    if (delay === undefined) this.park(held, error);
    backlog.requeueAfter(held, delay ?? PARKED_RETRY_MS, dispatch);
  }

  /** It was sent, and its attempt cannot be recorded: it is sent again only if an operator has it tried again. */
  parkUnrecorded(held: HeldDelivery, error: unknown): void {
    held.unrecorded = true;
    this.parts.failing.noteFailure(held, error);
    this.park(held, error);
  }

  /** Records it once: a parked delivery fails again every five minutes. */
  private park(held: HeldDelivery, error: unknown): void {
    const { failing, pollLoop } = this.parts;
    if (failing.isParked(held)) return;
    const reason = messageOf(error);
    this.ports.warn?.(`Delivery ${held.delivery_id} is parked: ${reason}`);
    pollLoop.track(failing.park(held, reason));
  }
}
