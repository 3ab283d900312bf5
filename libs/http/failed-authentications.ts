import type { Logger } from 'pino';
import { networkOf, type RateLimit, type Timers } from '#kernel';
import type { RateLimiter } from './rate-limiter.js';

/** Milliseconds between two log lines about one address. */
const LOG_EVERY_MS = 60_000;
/**
 * Addresses counted apart in one minute; failures from more are counted together, so that they cannot fill the memory.
 */
const MAX_ADDRESSES = 10_000;
/**
 * Log lines a minute, for the addresses with the most failures; the rest share one, so that many addresses cannot flood
 * the log.
 */
const MAX_LINES = 20;

interface Ports {
  /** Failures of one address; null: they are counted and logged, never throttled. */
  readonly limit: RateLimit | null;
  readonly limiter: RateLimiter;
  readonly logger: Pick<Logger, 'warn'>;
  readonly timers: Timers;
}

/**
 * Counts requests whose key or token is not valid, by the address they come from
 * (docs/adr/0024-keys-and-revocation.md). Only failures count, so valid keys from the same address, for example behind
 * a proxy, are never delayed.
 */
export class FailedAuthentications {
  private readonly counts = new Map<string, number>();
  private uncounted = 0;
  private cancel: (() => void) | undefined;

  constructor(private readonly ports: Ports) {}

  /**
   * Counts a failure.
   * @param address of the socket; undefined once it is closed
   * @returns seconds until a failure from this address is no longer throttled; undefined while it has failures left
   */
  note(address: string | undefined): number | undefined {
    const network = (address === undefined ? undefined : networkOf(address)) ?? 'unknown';
    const count = this.counts.get(network);
    if (count === undefined && this.counts.size >= MAX_ADDRESSES) this.uncounted += 1;
    else this.counts.set(network, (count ?? 0) + 1);
    this.cancel ??= this.ports.timers.set(LOG_EVERY_MS, () => this.flush());
    const { limit, limiter } = this.ports;
    const taken = limit ? limiter.take(network, limit) : undefined;
    return taken && !taken.allowed ? taken.seconds : undefined;
  }

  /** Logs the failures counted since the last call; no timer remains. */
  flush(): void {
    this.cancel?.();
    this.cancel = undefined;
    const { logger } = this.ports;
    const most = [...this.counts].sort(([, a], [, b]) => b - a);
    for (const [address, failures] of most.slice(0, MAX_LINES)) {
      logger.warn({ address, failures }, 'failed authentication');
    }
    const rest = most.slice(MAX_LINES).reduce((sum, [, failures]) => sum + failures, this.uncounted);
    if (rest > 0) logger.warn({ failures: rest }, 'failed authentication from further addresses');
    this.counts.clear();
    this.uncounted = 0;
  }
}
