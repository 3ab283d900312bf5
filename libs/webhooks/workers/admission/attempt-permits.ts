import { type Observation, ReceiverHistory, type ReceiverHealth } from './receiver-history.js';

/** Attempts under way at once (api.md, The webhook: one slow or dead receiver delays nobody else's deliveries). */
export const MAX_ATTEMPTS_UNDER_WAY = 64;
/** Of them to one host. */
export const MAX_PER_HOST = 8;
/** As many are for receivers of each health: whatever many of one do, the others have places left. */
const PERMITS: Readonly<Record<ReceiverHealth, number>> = { healthy: 60, unknown: 40, slow: 40 };
/** Those that are not known to answer soon have so many between them, */
const NOT_HEALTHY_PERMITS = 48;
/** and of a host's so many: it may belong to many, of whom one is slow. */
const NOT_HEALTHY_PER_HOST = 6;
/** Who goes first. The slow do not, and have their share all the same: `FOR` leaves it to them. */
const PRIORITY: Readonly<Record<ReceiverHealth, number>> = { healthy: 0, unknown: 1, slow: 2 };
/** Receivers that are remembered beside those that have an attempt under way, and hosts. */
const REMEMBERED = 10_000;

/** Something that waits to be sent. */
export interface QueuedDelivery {
  readonly workspace_id: string;
  readonly outcome_id: string;
  /** Host and port. */
  readonly host: string;
  readonly due_at: string;
  readonly number: number;
}

/** Who may be next, and who of two is. */
export interface Admission {
  allows(item: QueuedDelivery): boolean;
  precedes(a: QueuedDelivery, b: QueuedDelivery): boolean;
}

/** A place taken. */
export interface Permit {
  /** Once; what is given back again changes nothing. */
  release(observation: Observation): void;
}

/**
 * Whose turn it is to begin an attempt. However many receivers are slow or dead, there is room for one that answers soon, even on a host that
 * it shares with them, and for one that was never tried; and among the slow, whoever has had least has the next turn.
 */
export class AttemptPermits implements Admission {
  private readonly receivers = new Map<string, ReceiverHistory>();
  private readonly takenByHealth: Record<ReceiverHealth, number> = { healthy: 0, unknown: 0, slow: 0 };
  private readonly byHost = new Counts();
  private readonly notHealthyByHost = new Counts();
  private readonly notHealthyByWorkspace = new Counts();
  /** When a host had its last turn; of the hosts that had one last. */
  private readonly lastTurnByHost = new Map<string, number>();
  private turns = 0;

  /** @param now real time, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Attempts under way now. */
  get taken(): number {
    const { healthy, unknown, slow } = this.takenByHealth;
    return healthy + unknown + slow;
  }

  /** Nobody has room. */
  get areExhausted(): boolean {
    return this.taken >= MAX_ATTEMPTS_UNDER_WAY;
  }

  /** Whether an attempt may begin now. */
  allows(item: QueuedDelivery): boolean {
    const receiver = this.receiverOf(item);
    if (this.areExhausted || !receiver.hasCapacity || this.byHost.of(item.host) >= MAX_PER_HOST) return false;
    const health = receiver.health(this.now());
    if (this.takenByHealth[health] >= PERMITS[health]) return false;
    if (health === 'healthy') return true;
    const others = this.takenByHealth.unknown + this.takenByHealth.slow;
    return others < NOT_HEALTHY_PERMITS && this.notHealthyByHost.of(item.host) < NOT_HEALTHY_PER_HOST;
  }

  /** Of two that have room, whether the first has the turn: those that answer soon in the order of their time, then the others by turns. */
  precedes(a: QueuedDelivery, b: QueuedDelivery): boolean {
    const now = this.now();
    const [one, other] = [this.receiverOf(a), this.receiverOf(b)];
    const [health, otherHealth] = [one.health(now), other.health(now)];
    if (health !== otherHealth) return PRIORITY[health] < PRIORITY[otherHealth];
    if (health === 'healthy') return isDueBefore(a, b);
    const fewer = this.notHealthyByWorkspace.of(a.workspace_id) - this.notHealthyByWorkspace.of(b.workspace_id);
    return fewer === 0 ? this.waitedLonger(a, b) : fewer < 0;
  }

  /** Of two that have room, whether the first is tried to find out about our own network: the host that was asked longest ago, whatever is known of it. */
  isProbedBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
    const [one, other] = [this.lastTurnOfHost(a), this.lastTurnOfHost(b)];
    return one === other ? this.waitedLonger(a, b) : one < other;
  }

  /** Attempts under way to a host. */
  underWayTo(host: string): number {
    return this.byHost.of(host);
  }

  /** Takes a place for an attempt. What it counts among is decided now, and stays so until it ends. */
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

  /** The one used last stands last; the first one that is idle is forgotten when there are too many. */
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

/** Who is sent to, as far as being slow goes: an outcome's URL. Others may have theirs on the same host. */
export function receiverKey({ host, outcome_id }: Pick<QueuedDelivery, 'host' | 'outcome_id'>): string {
  return `${host} ${outcome_id}`;
}

/** The order of their time; of one time, that of creation. */
export function isDueBefore(a: QueuedDelivery, b: QueuedDelivery): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}

/** So many of each; those of whom there are none are not kept. */
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
