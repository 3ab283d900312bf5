import type { AttemptResult } from '../../domain/index.js';
import type { QueuedDelivery } from '../queued-delivery.js';
import { type Admission, AttemptPermits, type Permit } from './attempt-permits.js';
import { EgressBreaker } from './egress-breaker.js';

/**
 * Decides which delivery may begin an attempt: by permits, and while the egress breaker is open, by probes within them.
 */
export class DeliveryAdmission implements Admission {
  private readonly breaker = new EgressBreaker();
  private readonly permits: AttemptPermits;

  /** @param now real time, in milliseconds */
  constructor(private readonly now: () => number) {
    this.permits = new AttemptPermits(now);
  }

  /** No receiver can be reached: the egress breaker is open. */
  get isCutOff(): boolean {
    return this.breaker.isOpen;
  }

  /** Permits in use. */
  get underWay(): number {
    return this.permits.taken;
  }

  get isExhausted(): boolean {
    return this.permits.areExhausted;
  }

  allows(item: QueuedDelivery): boolean {
    const underWay = { inAll: this.permits.taken, toHost: this.permits.underWayTo(item.host) };
    return this.permits.allows(item) && this.breaker.allows(item.host, underWay, this.now());
  }

  precedes(a: QueuedDelivery, b: QueuedDelivery): boolean {
    return this.breaker.isOpen ? this.permits.isProbedBefore(a, b) : this.permits.precedes(a, b);
  }

  acquire(item: QueuedDelivery): Permit {
    return this.permits.acquire(item);
  }

  /** Records the result of an attempt. @returns whether its failure is put down to this machine's network */
  observe(host: string, result: AttemptResult): boolean {
    return this.breaker.observe(host, result, this.now());
  }
}
