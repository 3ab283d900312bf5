/** A range of addresses: those whose first `bits` of 128 equal those of `base`. */
export interface AddressRange {
  readonly base: bigint;
  readonly bits: number;
}

const ADDRESS_BITS = 128;
/** IPv4 is represented in ::ffff:0:0/96, so an IPv4-mapped address equals the IPv4 address. */
const MAPPED = 0xffff00000000n;
const MAPPED_BITS = 96;

/**
 * Why no webhook may be sent to this address (docs/reference/http-contract.md#egress); undefined if it is public or in
 * an allowed range. The wrapped forms (IPv4 inside IPv6 by NAT64, 6to4, Teredo, "compatible", "translated") are refused
 * in allowed ranges too: the network chooses their target.
 * @param address as a resolver returns it, or the hostname of a parsed URL (IPv6 in brackets). A text that is no
 *   address is refused.
 * @param allowed ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS)
 */
export function refusedAddress(address: string, allowed: readonly AddressRange[] = []): string | undefined {
  const value = parseAddress(address);
  if (value === undefined) return 'not an address';
  const wrapped = value > 1n ? WRAPPED.find(({ range }) => contains(range, value)) : undefined;
  if (wrapped) return wrapped.what;
  if (allowed.some((range) => contains(range, value))) return undefined;
  const refused = REFUSED.find(({ range }) => contains(range, value));
  if (refused) return refused.what;
  return contains(IPV4, value) || contains(GLOBAL_UNICAST, value) ? undefined : 'reserved';
}

/** Whether the hostname of a parsed URL is an address, not a name that has to be resolved. */
export function isAddress(hostname: string): boolean {
  return parseAddress(hostname) !== undefined;
}

/** Reads `10.0.0.0/8` or `fd00::/8`; undefined for any other text, also if bits behind the prefix are set. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const match = /^([^/]+)\/([0-9]{1,3})$/.exec(text);
  const base = match ? parseAddress(match[1]!) : undefined;
  if (!match || base === undefined) return undefined;
  const bits = Number(match[2]) + (match[1]!.includes(':') ? 0 : MAPPED_BITS);
  if (bits > ADDRESS_BITS || base !== prefixOf(base, bits)) return undefined;
  return { base, bits };
}

/**
 * The network that identifies one client: an IPv4 address, in either notation, or the /64 of an IPv6 address, all of
 * which one client may use. Undefined for a text that is no address.
 */
export function networkOf(address: string): string | undefined {
  const value = parseAddress(address);
  if (value === undefined) return undefined;
  const part = (bits: number, at: number) => (value >> BigInt(at * bits)) & ((1n << BigInt(bits)) - 1n);
  if (contains(IPV4, value)) return [3, 2, 1, 0].map((at) => part(8, at)).join('.');
  const prefix = [7, 6, 5, 4].map((at) => part(16, at).toString(16)).join(':');
  return `${prefix.replace(/(:0)+$/, '')}::/64`;
}

function contains(range: AddressRange, value: bigint): boolean {
  return prefixOf(value, range.bits) === range.base;
}

function prefixOf(value: bigint, bits: number): bigint {
  const rest = BigInt(ADDRESS_BITS - bits);
  return (value >> rest) << rest;
}

/** The 128 bits of an address. Reads every notation that a URL accepts (octal, hex, short and single-number IPv4). */
function parseAddress(text: string): bigint | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%[0-9A-Za-z_.-]+$/, '');
  if (bare.includes(':')) return /^[0-9A-Fa-f:.]+$/.test(bare) ? ipv6(normalised(`[${bare}]`)) : undefined;
  return /^[0-9A-Fa-fXx.]+$/.test(bare) ? ipv4(normalised(bare)) : undefined;
}

/** A host as the WHATWG URL parser writes it: the one that fetch and similar functions connect to. */
function normalised(host: string): string {
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    return '';
  }
}

function ipv4(host: string): bigint | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
  if (!parts) return undefined;
  return parts.slice(1).reduce((value, part) => value * 256n + BigInt(part), 0n) + MAPPED;
}

/** Parses a normalised `[…]`: hexadecimal groups only, at most one `::`. */
function ipv6(host: string): bigint | undefined {
  if (!host.startsWith('[')) return undefined;
  const [head, tail] = host.slice(1, -1).split('::');
  const before = groups(head);
  const after = groups(tail);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].reduce((value, group) => (value << 16n) + BigInt(`0x${group}`), 0n);
}

function groups(text: string | undefined): readonly string[] {
  return text ? text.split(':') : [];
}

function table(rows: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(rows).flatMap(([what, ranges]) =>
    ranges.map((text) => ({ what, range: parseAddressRange(text)! })),
  );
}

const IPV4 = parseAddressRange('0.0.0.0/0')!;
/** All of IPv6 that is assigned as public (IANA IPv6 address space). */
const GLOBAL_UNICAST = parseAddressRange('2000::/3')!;

const WRAPPED = table({
  'IPv4-compatible': ['::/96'],
  'IPv4-translated': ['::ffff:0:0:0/96'],
  NAT64: ['64:ff9b::/96', '64:ff9b:1::/48'],
  '6to4': ['2002::/16'],
  Teredo: ['2001::/32'],
});

/**
 * IANA's special-purpose address registries (RFC 6890 and its updates), and addresses that a cloud uses internally
 * though they look public.
 */
const REFUSED = table({
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  'unique-local': ['fc00::/7', 'fec0::/10'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  benchmarking: ['198.18.0.0/15', '2001:2::/48'],
  // Azure's, the same in each of its networks: DNS, DHCP, health, and the configuration of a machine.
  'cloud platform': ['168.63.129.16/32'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  broadcast: ['255.255.255.255/32'],
  reserved: ['240.0.0.0/4', '192.0.0.0/24', '192.88.99.0/24', '2001::/23', '100::/64', '5f00::/16'],
});
