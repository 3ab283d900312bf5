import { Backoff } from '#kernel';
import type { AttemptResult } from '../../domain/index.js';

/** Hosts that have to be unreachable before the breaker opens: one or two may be down by themselves. */
const MIN_HOSTS = 3;
/** Failures older than this, in milliseconds, say nothing of the present. */
const WINDOW_MS = 300_000;
/**
 * The breaker expires after a day: hosts that are unreachable for longer are down, and their deliveries have to exhaust
 * their schedules.
 */
const MAX_OPEN_MS = 86_400_000;
/** Attempts that probe an open breaker at once. More would fill the permits with attempts that most likely fail. */
const MAX_PROBES = 4;
/** Delays between probes, in milliseconds: a network that is back is noticed within a minute. */
const [FIRST_PROBE_MS, MAX_PROBE_MS] = [1_000, 60_000];

/**
 * A circuit breaker over this machine's own network (docs/adr/0016-webhooks-leave-through-one-guard.md;
 * docs/reference/http-contract.md, The webhook). Failures are no receiver's fault while several hosts were tried and
 * none was reached, or while this machine has no route. All times are real, in milliseconds.
 *
 * - closed → open: the third host within five minutes could not be reached, or there is no route and no host was
 *   reached within five minutes.
 * - open → closed: any host was reached.
 * - open → expired: it was open for a day. Failures count as the receivers' again.
 * - expired → closed: any host was reached.
 */
export class EgressBreaker {
  /** Hosts that could not be reached since any host was last reached, with the time of their last attempt. */
  private readonly unreachable = new Map<string, number>();
  private reachedAt = -Infinity;
  private hasExpired = false;
  /** When it opened; undefined: it is closed or has expired. */
  private openedAt: number | undefined;
  private probeAt = -Infinity;
  private readonly probeBackoff = new Backoff(FIRST_PROBE_MS, MAX_PROBE_MS);

  get isOpen(): boolean {
    return this.openedAt !== undefined;
  }

  /**
   * Whether one more attempt to a host may begin beside those under way. While the breaker is open, a host that was not
   * tried since it opened is tried at once: a reachable receiver must not wait for the probe of another.
   */
  allows(host: string, underWay: { readonly inAll: number; readonly toHost: number }, now: number): boolean {
    if (!this.isOpen) return true;
    if (!this.unreachable.has(hostName(host))) return underWay.toHost === 0;
    return underWay.inAll < MAX_PROBES && now >= this.probeAt;
  }

  /**
   * Records the result of an attempt.
   * @param host name or address, and perhaps a port: several ports of one host count as one host
   * @returns whether its failure is put down to this machine's network, and charged to no delivery
   */
  observe(host: string, result: AttemptResult, now: number): boolean {
    if (result.kind === 'answered' || result.reached === 'yes') {
      this.close(now);
      return false;
    }
    // A failure before any packet was sent says nothing about the network; a silent open connection may be cut anywhere
    // on its way.
    if (result.reached === 'unknown') return this.isOpen && result.resolvedIp !== null;
    if (this.hasExpired) return false;
    // The attempt began before a host was last reached: it says nothing about the time since.
    if (now - result.durationMs < this.reachedAt) return false;
    this.addUnreachable(hostName(host), now);
    const hasNoRoute = result.reached === 'no_route' && now - this.reachedAt > WINDOW_MS;
    // An open breaker stays open with fewer hosts, since probes are few. It closes when a host is reached.
    if (!this.isOpen && this.unreachable.size < MIN_HOSTS && !hasNoRoute) return false;
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

  /** Doubles the delay once for all probes that fail together. */
  private delayProbe(now: number): void {
    if (now >= this.probeAt) this.probeAt = now + this.probeBackoff.next();
  }

  private close(now: number): void {
    this.unreachable.clear();
    this.hasExpired = false;
    this.reachedAt = now;
    this.openedAt = undefined;
    this.probeAt = -Infinity;
    this.probeBackoff.reset();
  }
}

/** Several ports of one host are one host. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '');
}
