import type { AttemptResult } from '../domain/index.js';

/** So many hosts have to be out of reach before it is us: one or two may be down by themselves. */
const HOSTS = 3;
/** What is longer ago says nothing of now. */
const WINDOW_MS = 300_000;
/** An outage that lasts longer is none: then whoever is left is down. */
const LONGEST_MS = 86_400_000;

/**
 * Tells an outage of our own network from receivers that are down (api.md, The webhook): no host has been reached for a while, although
 * several were tried. Its failures are charged to nobody.
 */
export class Outage {
  /** Hosts out of reach since one was reached last, with the time of their last try. */
  private readonly missed = new Map<string, number>();
  private since: number | undefined;

  /** It is believed to go on. */
  get goesOn(): boolean {
    return this.since !== undefined;
  }

  /**
   * Takes in what came of an attempt.
   * @param now real time, in milliseconds
   * @returns whether its failure was ours
   */
  isOurs(host: string, result: AttemptResult, now: number): boolean {
    if (result.kind === 'answered' || result.reached === 'yes' || result.reached === 'unknown') {
      // What says nothing of the network ends no outage.
      if (result.kind === 'answered' || result.reached === 'yes') this.end();
      return false;
    }
    this.missed.delete(host);
    this.missed.set(host, now);
    for (const [oldest, at] of this.missed) {
      if (now - at <= WINDOW_MS) break;
      this.missed.delete(oldest);
    }
    if (this.missed.size < HOSTS) {
      this.since = undefined;
      return false;
    }
    this.since ??= now;
    return now - this.since <= LONGEST_MS;
  }

  private end(): void {
    this.missed.clear();
    this.since = undefined;
  }
}
