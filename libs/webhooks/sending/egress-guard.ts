import { type AddressRange, isAddress, refusedAddress } from '#kernel';
import { AttemptError, type Progress } from './attempt-error.js';
import type { NameResolver } from './name-resolver.js';

export interface EgressRules {
  readonly resolver: NameResolver;
  /** Ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS). */
  readonly allowed: readonly AddressRange[];
  /**
   * Called with the address that was refused, for the operator. A customer must not learn the addresses of names in a
   * foreign network.
   */
  readonly onRefused?: ((refused: RefusedAddress) => void) | undefined;
}

/** An address to which a webhook was not sent. */
export interface RefusedAddress {
  readonly host: string;
  readonly address: string;
  /** The kind of address: `private`, `loopback` … */
  readonly reason: string;
}

/**
 * The addresses to which a socket for this URL may connect (docs/reference/http-contract.md, Egress): all addresses of
 * its host that are not refused.
 * @throws AttemptError in the stage `guard` if there is none; for a name, it tells neither address nor kind. The
 * resolver's errors in the stage `resolve`
 */
export async function checkedAddresses(
  url: URL,
  { resolver, allowed, onRefused }: EgressRules,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const literal = isAddress(host);
  progress.stage = 'resolve';
  const addresses = literal ? [host] : await resolver.resolve(host, signal);
  progress.stage = 'guard';
  const checked = addresses.filter((address) => refusedAddress(address, allowed) === undefined);
  if (checked.length > 0) return checked;
  const [address] = addresses;
  if (address === undefined) throw new AttemptError(`${host} has no address`);
  const reason = refusedAddress(address, allowed)!;
  onRefused?.({ host, address, reason });
  throw new AttemptError(literal ? `${host} is not public (${reason})` : `the address of ${host} is not public`);
}

/**
 * Reads the target of a webhook as a WHATWG URL: decimal, hexadecimal, octal and short IPv4 become the address they
 * stand for.
 * @throws AttemptError the text is no https URL
 */
export function targetOf(text: string, progress: Progress): URL {
  progress.stage = 'guard';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') throw new AttemptError('the target is not an https URL');
  return url;
}
