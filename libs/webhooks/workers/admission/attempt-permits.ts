import { isDueBefore, type QueuedDelivery, receiverKey } from '../queued-delivery.js';
import { type Observation, ReceiverHistory, type ReceiverHealth } from './receiver-history.js';

/** Concurrent attempts to all receivers. Each holds a connection and up to 20 KB of body for up to 15 seconds. */
export const MAX_ATTEMPTS_UNDER_WAY = 64;
/** Concurrent attempts to one host: a backlog must not flood a customer's receiver. */
export const MAX_PER_HOST = 8;
/**
 * Concurrent attempts per health class, of 64. Their sum exceeds 64, so an idle class lends its share; none can take
 * all.
 */
const PERMITS: Readonly<Record<ReceiverHealth, number>> = { healthy: 60, unknown: 40, slow: 40 };
/** Concurrent attempts to unknown and slow receivers together: 16 are left for healthy ones. */
const NOT_HEALTHY_PERMITS = 48;
/**
 * Concurrent attempts to unknown and slow receivers of one host, of 8: a gateway that many customers share still serves
 * its healthy receivers while one of them is slow.
 */
const NOT_HEALTHY_PER_HOST = 6;
/** The class that is admitted first has the lowest number. Slow receivers come last: their permits are theirs alone. */
const PRIORITY: Readonly<Record<ReceiverHealth, number>> = { healthy: 0, unknown: 1, slow: 2 };
/** Receivers without an attempt under way, and hosts, that are remembered: a few megabytes. */
const REMEMBERED = 10_000;

/** Decides which of the queued deliveries is attempted next. */
export interface Admission {
  allows(item: QueuedDelivery): boolean;
  /** Whether delivery `a` is attempted before delivery `b`, where both are allowed. */
  precedes(a: QueuedDelivery, b: QueuedDelivery): boolean;
}

/** The right to one attempt. */
export interface Permit {
  /** Ends the attempt. A second call changes nothing. */
  release(observation: Observation): void;
}

/**
 * The permits for attempts (docs/adr/0017-deliveries-are-folded-by-the-one-follower.md;
 * docs/reference/http-contract.md: a slow or dead receiver delays no deliveries of another). However many receivers are
 * slow or dead, permits are left for a healthy one, even on a host that they share, and for an unknown one. Among
 * receivers that are not healthy, the workspace with fewest attempts under way comes first, then the receiver that has
 * waited longest.
 */
export class AttemptPermits implements Admission {
  private readonly receivers = new Map<string, ReceiverHistory>();
  private readonly takenByHealth: Record<ReceiverHealth, number> = { healthy: 0, unknown: 0, slow: 0 };
  private readonly byHost = new Counts();
  private readonly notHealthyByHost = new Counts();
  private readonly notHealthyByWorkspace = new Counts();
  /** The number of each host's last turn, the oldest first. */
  private readonly lastTurnByHost = new Map<string, number>();
  private turns = 0;

  /** @param now real time, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Permits in use. */
  get taken(): number {
    const { healthy, unknown, slow } = this.takenByHealth;
    return healthy + unknown + slow;
  }

  get areExhausted(): boolean {
    return this.taken >= MAX_ATTEMPTS_UNDER_WAY;
  }

  allows(item: QueuedDelivery): boolean {
    const receiver = this.receiverOf(item);
    if (this.areExhausted || !receiver.hasCapacity || this.byHost.of(item.host) >= MAX_PER_HOST) return false;
    const health = receiver.health(this.now());
    if (this.takenByHealth[health] >= PERMITS[health]) return false;
    if (health === 'healthy') return true;
    const notHealthy = this.takenByHealth.unknown + this.takenByHealth.slow;
    return notHealthy < NOT_HEALTHY_PERMITS && this.notHealthyByHost.of(item.host) < NOT_HEALTHY_PER_HOST;
  }

  /** Healthy receivers in the order of their due times, then unknown ones, then slow ones. */
  precedes(a: QueuedDelivery, b: QueuedDelivery): boolean {
    const now = this.now();
    const [one, other] = [this.receiverOf(a), this.receiverOf(b)];
    const [health, otherHealth] = [one.health(now), other.health(now)];
    if (health !== otherHealth) return PRIORITY[health] < PRIORITY[otherHealth];
    if (health === 'healthy') return isDueBefore(a, b);
    const fewer = this.notHealthyByWorkspace.of(a.workspace_id) - this.notHealthyByWorkspace.of(b.workspace_id);
    return fewer === 0 ? this.waitedLonger(a, b) : fewer < 0;
  }

  /**
   * Whether delivery `a` is probed before delivery `b` while the egress breaker is open, where both are allowed: the
   * host that was tried longest ago comes first.
   */
  isProbedBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
    const [one, other] = [this.lastTurnOfHost(a), this.lastTurnOfHost(b)];
    return one === other ? this.waitedLonger(a, b) : one < other;
  }

  /** Attempts under way to a host. */
  underWayTo(host: string): number {
    return this.byHost.of(host);
  }

  /** Takes a permit. The health class it counts for is decided now and stays until it is released. */
  acquire(item: QueuedDelivery): Permit {
    const name = receiverKey(item);
    const now = this.now();
    const receiver = this.receivers.get(name) ?? new ReceiverHistory();
    const health = receiver.health(now);
    const end = receiver.begin(now, (this.turns += 1));
    this.count(item, health, 1);
    this.remember(name, receiver);
    this.rememberHost(item.host);
    let isTaken = true;
    return {
      release: (observation) => {
        if (!isTaken) return;
        isTaken = false;
        this.count(item, health, -1);
        end(observation);
      },
    };
  }

  private waitedLonger(a: QueuedDelivery, b: QueuedDelivery): boolean {
    const [one, other] = [this.receiverOf(a).turn, this.receiverOf(b).turn];
    return one === other ? isDueBefore(a, b) : one < other;
  }

  private lastTurnOfHost({ host }: QueuedDelivery): number {
    return this.lastTurnByHost.get(host) ?? 0;
  }

  private rememberHost(host: string): void {
    this.lastTurnByHost.delete(host);
    this.lastTurnByHost.set(host, this.turns);
    if (this.lastTurnByHost.size > REMEMBERED) this.lastTurnByHost.delete(this.lastTurnByHost.keys().next().value!);
  }

  private receiverOf(item: QueuedDelivery): ReceiverHistory {
    return this.receivers.get(receiverKey(item)) ?? NO_HISTORY;
  }

  private count({ host, workspace_id }: QueuedDelivery, health: ReceiverHealth, change: 1 | -1): void {
    this.takenByHealth[health] += change;
    this.byHost.add(host, change);
    if (health === 'healthy') return;
    this.notHealthyByHost.add(host, change);
    this.notHealthyByWorkspace.add(workspace_id, change);
  }

  /** Moves the receiver that was used last to the end. Beyond the limit the first idle one is forgotten. */
  private remember(name: string, receiver: ReceiverHistory): void {
    this.receivers.delete(name);
    this.receivers.set(name, receiver);
    if (this.receivers.size <= REMEMBERED) return;
    for (const [oldest, { isIdle }] of this.receivers) {
      if (!isIdle) continue;
      this.receivers.delete(oldest);
      return;
    }
  }
}

const NO_HISTORY = new ReceiverHistory();

/** Counters by name; those that are zero are not kept. */
class Counts {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, change: number): void {
    const count = this.of(name) + change;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
