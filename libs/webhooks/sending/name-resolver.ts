import { lookup, Resolver } from 'node:dns/promises';
import type { Timers } from '#kernel';

/** Looks up the addresses of names. */
export interface NameResolver {
  /**
   * The addresses of a name, IPv4 and IPv6.
   * @throws an error with a `code` of node:dns: ENOTFOUND and ENODATA where a name server has answered that there are
   * none, EBADNAME for a name that cannot exist
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Milliseconds: once there are addresses of one kind, those of the other kind are awaited no longer (in the spirit of
 * RFC 8305, 3). Some name servers never answer a question for IPv6.
 */
const OTHER_KIND_MS = 300;

/** Milliseconds before another name server is asked, or the same one again. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * The DNS says no, or no name server runs: the machine's own look-up may know the name. Where a name server is silent,
 * that look-up would wait for it once more.
 */
const NOT_IN_THE_DNS: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/**
 * Asks the DNS, and the machine's own look-up (hosts file, search domains) for names that the DNS does not know. That
 * look-up (getaddrinfo) occupies one of very few threads while a name server is silent, so a handful of dead names
 * would delay every delivery. Questions to the DNS wait on sockets only.
 */
export class SystemResolver implements NameResolver {
  /** @param servers name servers other than the machine's, for tests */
  constructor(
    private readonly timers: Timers,
    private readonly servers?: readonly string[],
  ) {}

  async resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const bare = name.replace(/\.$/, '');
    if (!canBe(bare)) throw Object.assign(new Error('the host can be no name'), { code: 'EBADNAME' });
    if (!bare.includes('.')) return this.onThisMachine(bare);
    try {
      return await this.inTheDns(bare, signal);
    } catch (error) {
      if (!NOT_IN_THE_DNS.includes(codeOf(error))) throw error;
      return this.onThisMachine(bare).catch(() => {
        throw error;
      });
    }
  }

  private async inTheDns(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const resolver = new Resolver(PATIENCE);
    if (this.servers) resolver.setServers(this.servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let cancelTimer: (() => void) | undefined;
    const waitNoLonger = (): void => void (cancelTimer ??= this.timers.set(OTHER_KIND_MS, cancel));
    try {
      const questions = [resolver.resolve4(name), resolver.resolve6(name)];
      for (const question of questions) question.then(waitNoLonger, () => undefined);
      const answers = await Promise.allSettled(questions);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      throw worst(answers);
    } finally {
      cancelTimer?.();
      signal.removeEventListener('abort', cancel);
    }
  }

  private async onThisMachine(name: string): Promise<readonly string[]> {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  }
}

/**
 * Whether such a name can exist (RFC 1035, 2.3.4): no server is asked for a name that is too long or has an empty part.
 */
function canBe(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
}

/**
 * Of two failed questions, the failure that says most: silence may pass, and a negative answer holds for its one
 * question only.
 */
function worst(answers: readonly PromiseSettledResult<unknown>[]): Error {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  return errors.find((error) => !NOT_IN_THE_DNS.includes(codeOf(error))) ?? errors[0]!;
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
