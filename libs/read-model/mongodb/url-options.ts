/**
 * Options that a URL may set, in small letters: who we are, how the servers are found and reached, how many connections
 * there are.
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
 * What an option, by its name in small letters, must be; of others any value is taken, as far as the driver takes it.
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
 * Why the options of a URL are refused, as `mongoUrlProblem` says it. Only those are taken that leave the order of the
 * writes, what is read, and the times that the service counts on as they are.
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
