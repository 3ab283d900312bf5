/** The parts of a connection string that the adapter must know before the client parses it. */
export interface EventStoreDbAddress {
  /** `host:port` of each node, for messages: without credentials. */
  readonly hosts: readonly string[];
  readonly tls: boolean;
  readonly credentials: boolean;
}

const FORM =
  /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/?,]+):(?<password>[^@/?,]+)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<options>.*))?$/;
/** A user and a password that were not percent-encoded. */
const MEANT_CREDENTIALS = /^esdb(?:\+discover)?:\/\/[^:@]+:.+@[^@]+$/;
const UNENCODED =
  'must have percent-encoded characters in its user and password where they are not plain letters or digits';
const HOST = /^[A-Za-z0-9._-]+(?::(?<port>[0-9]{1,5}))?$/;
const DEFAULT_PORT = 2113;

/**
 * With a shorter interval the client prints a warning on standard error; without any, a vanished server is never
 * noticed.
 */
const SHORTEST_KEEPALIVE_MS = 10_000;

/** The problem of an option's value; undefined if there is none. */
type Check = (value: string) => string | undefined;

const text: Check = (value) => {
  try {
    return decodeURIComponent(value) ? undefined : 'a text';
  } catch {
    return 'percent-encoded text';
  }
};
const flag: Check = (value) => (/^(?:true|false)$/.test(value) ? undefined : 'true or false');
const atLeast =
  (least: number): Check =>
  (value) =>
    /^[0-9]{1,9}$/.test(value) && Number(value) >= least ? undefined : `an integer of at least ${least}`;

/**
 * The allowed options, by their name in lower case without - and _, like the client, with the check of their values.
 */
const OPTIONS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['tls', flag],
  ['tlscafile', text],
  ['usercertfile', text],
  ['userkeyfile', text],
  ['connectionname', text],
  ['maxdiscoverattempts', atLeast(1)],
  ['discoveryinterval', atLeast(1)],
  ['gossiptimeout', atLeast(1)],
  ['keepaliveinterval', atLeast(SHORTEST_KEEPALIVE_MS)],
  ['keepalivetimeout', atLeast(1)],
]);

/** Options of the client that would do harm, or nothing, here. */
const REFUSED: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'nodepreference',
    (value) =>
      value.toLowerCase() === 'leader'
        ? undefined
        : 'must not set nodePreference to anything but leader: others lag behind',
  ],
  ['defaultdeadline', () => 'must not set defaultDeadline: the service has deadlines of its own'],
  ['throwonappendfailure', () => 'must not set throwOnAppendFailure: it has no effect here'],
  [
    'tlsverifycert',
    (value) =>
      value === 'true'
        ? undefined
        : 'must not set tlsVerifyCert: certificates are always verified; name their authority with tlsCAFile',
  ],
]);

/**
 * Why this connection string is refused, as the end of a sentence that begins with the name of the variable, and
 * without the string itself (it may contain a password); undefined for one that can be used. No I/O.
 */
export function eventStoreDbUrlProblem(url: string): string | undefined {
  const parsed = parse(url);
  return typeof parsed === 'string' ? parsed : undefined;
}

/** @throws Error the message of {@link eventStoreDbUrlProblem} */
export function eventStoreDbAddress(url: string): EventStoreDbAddress {
  const parsed = parse(url);
  if (typeof parsed === 'string') throw new Error(`The connection string ${parsed}.`);
  return parsed;
}

function parse(url: string): EventStoreDbAddress | string {
  if (/^kurrent(?:db)?(?:\+discover)?:\/\//.test(url)) {
    return 'must begin with esdb:// or esdb+discover://, also for KurrentDB: the client knows no other name';
  }
  const { user, password, hosts = '', options } = FORM.exec(url)?.groups ?? {};
  const named = hosts.split(',').map(address);
  if (named.includes(undefined) && user === undefined && MEANT_CREDENTIALS.test(url)) return UNENCODED;
  if (hosts === '') return 'must look like esdb://host:2113 or esdb://user:password@host1,host2,host3?tls=true';
  if ([user, password].some((part) => part !== undefined && text(part))) return UNENCODED;
  if (/(?:^|,)\[/.test(hosts)) {
    return 'must name its hosts by name or by IPv4 address: the client does not take IPv6 addresses';
  }
  if (named.includes(undefined)) return 'must name its hosts as host or host:port, separated by commas';
  const settings = readOptions(options);
  if (typeof settings === 'string') return settings;
  if (settings.has('usercertfile') !== settings.has('userkeyfile'))
    return 'must set userCertFile and userKeyFile together';
  const tls = settings.get('tls') !== 'false';
  if (user !== undefined && !tls) {
    return 'must not have a user and password with tls=false: the client sends them over TLS only';
  }
  return { hosts: named as string[], tls, credentials: user !== undefined };
}

function address(host: string): string | undefined {
  const match = HOST.exec(host);
  const port = Number(match?.groups?.['port'] ?? DEFAULT_PORT);
  if (!match || port < 1 || port > 65_535) return undefined;
  return `${host.split(':')[0]!}:${port}`;
}

function readOptions(options: string | undefined): ReadonlyMap<string, string> | string {
  const settings = new Map<string, string>();
  for (const pair of options === undefined ? [] : options.split('&')) {
    const [name = '', value = '', ...more] = pair.split('=');
    if (name === '' || value === '' || more.length > 0) return 'must have options like ?name=value&name=value';
    const key = name.toLowerCase().replace(/[_-]/g, '');
    if (settings.has(key)) return `must set ${name} once`;
    const check = OPTIONS.get(key);
    const refused = REFUSED.get(key);
    // With an @ behind it, it is a password that contains a question mark.
    if (!check && !refused)
      return `must not set ${options!.includes('@') ? 'an option' : name}: there is no such option`;
    const wanted = check?.(value);
    if (wanted !== undefined) return `must set ${name} to ${wanted}`;
    const problem = refused?.(value);
    if (problem !== undefined) return problem;
    settings.set(key, value);
  }
  return settings;
}
