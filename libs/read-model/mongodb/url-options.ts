/**
 * Options that a URL may set, in small letters: who connects, how the servers are found and reached, how many
 * connections there are.
 */
const TAKEN: ReadonlySet<string> = new Set([
  ...['authmechanism', 'authmechanismproperties', 'authsource', 'appname', 'monitorcommands'],
  ...['replicaset', 'directconnection', 'loadbalanced', 'srvmaxhosts', 'srvservicename', 'servermonitoringmode'],
  ...['tls', 'ssl', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames', 'tlscafile', 'tlscrlfile'],
  ...['tlscertificatekeyfile', 'tlscertificatekeyfilepassword', 'tlsinsecure', 'compressors', 'zlibcompressionlevel'],
  ...['family', 'autoselectfamily', 'autoselectfamilyattempttimeout', 'nodelay', 'localthresholdms'],
  ...['maxpoolsize', 'minpoolsize', 'maxconnecting', 'maxidletimems', 'retryreads', 'retrywrites'],
  ...['readpreference', 'readconcernlevel', 'w', 'journal'],
]);

/** `timeoutMS`, `wtimeout`, `socketTimeoutMS` …, `heartbeatFrequencyMS` … */
const TIMES = /timeout(?:ms)?$|heartbeatfrequencyms$/;
const LOST = 'what MongoDB says is written could be lost';

const CHECKED = {
  pattern: /^false$/,
  rule: 'to anything but false: certificates are always verified; name their authority with tlsCAFile',
} as const;

/**
 * The values that an option may have, by its name in small letters; any other allowed option may have any value that
 * the driver accepts.
 */
const VALUES: Readonly<Record<string, { readonly pattern: RegExp; readonly rule: string }>> = {
  w: { pattern: /^majority$/, rule: `to anything but majority: ${LOST}` },
  journal: { pattern: /^(?!false$)/, rule: `to false: ${LOST}` },
  tlsinsecure: CHECKED,
  tlsallowinvalidcertificates: CHECKED,
  tlsallowinvalidhostnames: CHECKED,
  readconcernlevel: { pattern: /^(?:local|majority)$/, rule: 'to anything but local or majority' },
};

/**
 * Why the options of a URL are refused, as in `mongoUrlProblem`. Allowed are only those that change neither the order
 * of writes, nor what is read, nor the times that the service relies on.
 */
export function optionsProblem(options: URLSearchParams): string | undefined {
  for (const [name, value] of options) {
    const why = problemOf(name, value);
    if (why !== undefined) return `must not set ${name}${why}`;
  }
  return undefined;
}

function problemOf(name: string, value: string): string | undefined {
  const option = name.toLowerCase();
  if (option.startsWith('proxy')) return ': the service connects to MongoDB without a proxy';
  if (!TAKEN.has(option)) {
    return TIMES.test(option)
      ? ': the service sets the times of its calls itself'
      : ', which is no option that the service takes';
  }
  const { pattern, rule } = VALUES[option] ?? {};
  return !pattern || pattern.test(value) ? undefined : ` ${rule}`;
}
