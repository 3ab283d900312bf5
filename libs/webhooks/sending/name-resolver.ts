import { lookup, Resolver } from 'node:dns/promises';
import type { Timers } from '#kernel';

/** How names become addresses. */
export interface NameResolver {
  /**
   * The addresses of a name, IPv4 and IPv6.
   * @throws an error with a `code` of node:dns: ENOTFOUND and ENODATA where a name server has answered that there are
   * none, EBADNAME for what can be no name
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Once there are addresses of one kind, those of the other are waited for no longer (in the spirit of RFC 8305, 3):
 * some name servers never answer a question for IPv6.
 */
const OTHER_KIND_MS = 300;

/** Before another name server is asked, or the same once more. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * The DNS has said no, or there is none: the machine may know better. Where it keeps silent, the machine would wait for
 * it once more.
 */
const NOT_IN_THE_DNS: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/**
 * Asks the DNS, and the machine's own ways (hosts file, search domains) for what the DNS does not know. The machine's
 * look-up (getaddrinfo) occupies one of very few threads for as long as a name server keeps silent, so that a handful
 * of dead names would hold up everybody's deliveries; what asks the DNS first waits on sockets only.
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
 * Whether there can be such a name (RFC 1035, 2.3.4): no server is asked for a name that is too long, or has an empty
 * part.
 */
function canBe(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
}

/**
 * Of two questions without an answer the failure that says most: silence may pass, and a no holds for the one question
 * only.
 */
function worst(answers: readonly PromiseSettledResult<unknown>[]): Error {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  return errors.find((error) => !NOT_IN_THE_DNS.includes(codeOf(error))) ?? errors[0]!;
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
