import type { AttemptResult } from '../domain/index.js';

/** So many hosts have to be out of reach before it is us: one or two may be down by themselves. */
const HOSTS = 3;
/** What is longer ago says nothing of now. */
const WINDOW_MS = 300_000;
/** An outage that lasts longer is none: then whoever is left is down. */
const LONGEST_MS = 86_400_000;
/** While it goes on, so many attempts at once find out whether it is over, */
const PROBES = 4;
/** the next ones so long after one that failed, twice as long each time. */
const FIRST_PROBE_MS = 1_000;
const LONGEST_PROBE_MS = 60_000;

/**
 * Tells an outage of our own network from receivers that are down (api.md, The webhook): no host has been reached for a while, although
 * several were tried, or this machine has no way out at all. Its failures are charged to nobody. All times are real, in milliseconds.
 */
export class Outage {
  /** Hosts out of reach since one was reached last, with the time of their last try. */
  private readonly missed = new Map<string, number>();
  private reachedAt = -Infinity;
  /** It lasted too long to be one. */
  private isOver = false;
  private since: number | undefined;
  private probeAt = -Infinity;
  private probeDelayMs = FIRST_PROBE_MS;

  /** It is believed to go on. */
  get goesOn(): boolean {
    return this.since !== undefined;
  }

  /**
   * Whether one more attempt may begin, beside so many and so many of them to its host. While an outage is believed, a host that was not tried in it
   * may be at once: whoever is well waits for no probe of others.
   */
  mayTry(host: string, underWay: { readonly inAll: number; readonly toHost: number }, now: number): boolean {
    if (!this.goesOn) return true;
    if (!this.missed.has(nameOf(host))) return underWay.toHost === 0;
    return underWay.inAll < PROBES && now >= this.probeAt;
  }

  /**
   * Takes in what came of an attempt.
   * @param host name or address, and perhaps a port: several ports of one host are one
   * @returns whether its failure was ours
   */
  isOurs(host: string, result: AttemptResult, now: number): boolean {
    if (result.kind === 'answered' || result.reached === 'yes') {
      this.end(now);
      return false;
    }
    // What stopped before the network says nothing of it; an open connection that is silent may be cut somewhere.
    if (result.reached === 'unknown') return this.goesOn && result.resolvedIp !== null;
    if (this.isOver) return false;
    // It began before somebody was reached: then it says nothing of now.
    if (now - result.durationMs < this.reachedAt) return false;
    this.miss(nameOf(host), now);
    const noWayOut = result.reached === 'no_route' && now - this.reachedAt > WINDOW_MS;
    // Once it is believed, probes are few: it ends when somebody is reached.
    if (!this.goesOn && this.missed.size < HOSTS && !noWayOut) return false;
    this.since ??= now;
    this.putOffProbe(now);
    if (now - this.since <= LONGEST_MS) return true;
    this.isOver = true;
    this.since = undefined;
    return false;
  }

  private miss(host: string, now: number): void {
    this.missed.delete(host);
    this.missed.set(host, now);
    if (this.goesOn) return;
    for (const [oldest, at] of this.missed) {
      if (now - at <= WINDOW_MS) break;
      this.missed.delete(oldest);
    }
  }

  /** Once for all that fail in one go. */
  private putOffProbe(now: number): void {
    if (now < this.probeAt) return;
    this.probeAt = now + this.probeDelayMs;
    this.probeDelayMs = Math.min(2 * this.probeDelayMs, LONGEST_PROBE_MS);
  }

  private end(now: number): void {
    this.missed.clear();
    this.isOver = false;
    this.reachedAt = now;
    this.since = undefined;
    this.probeAt = -Infinity;
    this.probeDelayMs = FIRST_PROBE_MS;
  }
}

/** Several ports of one host are one. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
