import type { Logger } from 'pino';
import type { RefusedAddress } from '#webhooks';

/** Milliseconds between two log lines about one host: a customer chooses how many webhooks go there. */
const EVERY_MS = 60_000;
/** Largest number of hosts that are logged in that time. */
const HOSTS = 100;

/** Logs for the operator the addresses to which webhooks were not sent; the delivery itself does not name them. */
export class RefusedAddressLog {
  private readonly hosts = new Set<string>();
  private since: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly now: () => number,
  ) {
    this.since = now();
  }

  note({ host, address, reason }: RefusedAddress): void {
    if (this.now() - this.since >= EVERY_MS) {
      this.hosts.clear();
      this.since = this.now();
    }
    if (this.hosts.has(host) || this.hosts.size >= HOSTS) return;
    this.hosts.add(host);
    this.logger.warn({ host, address, reason }, 'webhook not sent: the address of its host is not public');
  }
}
