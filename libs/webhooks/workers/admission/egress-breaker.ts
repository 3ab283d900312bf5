import type { AttemptResult } from '../../domain/index.js';

/** So many hosts have to be out of reach before it is us: one or two may be down by themselves. */
const MIN_HOSTS = 3;
/** What is longer ago says nothing of now. */
const WINDOW_MS = 300_000;
/** An outage that lasts longer is none: then whoever is left is down. */
const MAX_OPEN_MS = 86_400_000;
/** While it goes on, so many attempts at once find out whether it is over, */
const MAX_PROBES = 4;
/** the next ones so long after one that failed, twice as long each time. */
const FIRST_PROBE_MS = 1_000;
const MAX_PROBE_MS = 60_000;

/**
 * Tells an outage of our own network from receivers that are down (api.md, The webhook): no host has been reached for a while, although
 * several were tried, or this machine has no way out at all. Its failures are charged to nobody. All times are real, in milliseconds.
 */
export class EgressBreaker {
  /** Hosts out of reach since one was reached last, with the time of their last try. */
  private readonly unreachable = new Map<string, number>();
  private reachedAt = -Infinity;
  /** It lasted too long to be one. */
  private hasExpired = false;
  private openedAt: number | undefined;
  private probeAt = -Infinity;
  private probeDelayMs = FIRST_PROBE_MS;

  /** It is believed to go on. */
  get isOpen(): boolean {
    return this.openedAt !== undefined;
  }

  /**
   * Whether one more attempt may begin, beside so many and so many of them to its host. While an outage is believed, a host that was not tried in it
   * may be at once: whoever is well waits for no probe of others.
   */
  allows(host: string, underWay: { readonly inAll: number; readonly toHost: number }, now: number): boolean {
    if (!this.isOpen) return true;
    if (!this.unreachable.has(hostName(host))) return underWay.toHost === 0;
    return underWay.inAll < MAX_PROBES && now >= this.probeAt;
  }

  /**
   * Takes in what came of an attempt.
   * @param host name or address, and perhaps a port: several ports of one host are one
   * @returns whether its failure was ours
   */
  observe(host: string, result: AttemptResult, now: number): boolean {
    if (result.kind === 'answered' || result.reached === 'yes') {
      this.close(now);
      return false;
    }
    // What stopped before the network says nothing of it; an open connection that is silent may be cut somewhere.
    if (result.reached === 'unknown') return this.isOpen && result.resolvedIp !== null;
    if (this.hasExpired) return false;
    // It began before somebody was reached: then it says nothing of now.
    if (now - result.durationMs < this.reachedAt) return false;
    this.addUnreachable(hostName(host), now);
    const noWayOut = result.reached === 'no_route' && now - this.reachedAt > WINDOW_MS;
    // Once it is believed, probes are few: it ends when somebody is reached.
    if (!this.isOpen && this.unreachable.size < MIN_HOSTS && !noWayOut) return false;
    this.openedAt ??= now;
    this.delayProbe(now);
    if (now - this.openedAt <= MAX_OPEN_MS) return true;
    this.hasExpired = true;
    this.openedAt = undefined;
    return false;
  }

  private addUnreachable(host: string, now: number): void {
    this.unreachable.delete(host);
    this.unreachable.set(host, now);
    if (this.isOpen) return;
    for (const [oldest, at] of this.unreachable) {
      if (now - at <= WINDOW_MS) break;
      this.unreachable.delete(oldest);
    }
  }

  /** Once for all that fail in one go. */
  private delayProbe(now: number): void {
    if (now < this.probeAt) return;
    this.probeAt = now + this.probeDelayMs;
    this.probeDelayMs = Math.min(2 * this.probeDelayMs, MAX_PROBE_MS);
  }

  private close(now: number): void {
    this.unreachable.clear();
    this.hasExpired = false;
    this.reachedAt = now;
    this.openedAt = undefined;
    this.probeAt = -Infinity;
    this.probeDelayMs = FIRST_PROBE_MS;
  }
}

/** Several ports of one host are one. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
