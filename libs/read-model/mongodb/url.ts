import { MongoClient, type MongoOptions } from 'mongodb';
import { optionsProblem } from './url-options.js';

/** The database of a URL without a path. */
const DEFAULT_DATABASE = 'smart_lists';
const FORM = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/(?<database>[^?]*))?(?:\?(?<options>.*))?$/;
const DATABASE = /^[A-Za-z0-9_-]{1,38}$/;
const SCHEME = /^mongodb(?:\+srv)?:\/\//;
/** Hosts that are this machine. A path to a socket is this machine too, and no host. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;
/** User, or user and password, without characters that have another meaning in a URL. */
const USER = /^(?:[^:/?#[\]@%]|%[0-9A-Fa-f]{2})*(?::(?:[^:/?#[\]@%]|%[0-9A-Fa-f]{2})*)?$/;

/**
 * Why a connection string is refused, as the rest of a sentence that begins with the variable's name ("must not …");
 * undefined if it is accepted. Connects to nothing, and repeats neither user nor password.
 */
export function mongoUrlProblem(url: string): string | undefined {
  // First, since every later message repeats only what is neither user nor password.
  if (SCHEME.test(url) && !isEncoded(url.replace(SCHEME, ''))) {
    return 'must have its user and password percent-encoded (/ as %2F, @ as %40, % as %25), and every other @ as well';
  }
  const form = FORM.exec(url);
  if (!form) return 'must be a URL such as mongodb://localhost:27017/smart_lists';
  const { database, options = '' } = form.groups!;
  if (database && !DATABASE.test(database)) {
    return 'must name a database of at most 38 letters, digits, _ and - behind the hosts';
  }
  return optionsProblem(new URLSearchParams(options)) ?? driversProblem(url);
}

/** The database of a URL, or the default one. */
export function databaseOf(url: string): string {
  return FORM.exec(url)?.groups?.['database'] || DEFAULT_DATABASE;
}

/** @param rest the URL without its scheme */
function isEncoded(rest: string): boolean {
  const front = /^[^/?#]*/.exec(rest)![0];
  const [user, host, ...more] = front.split('@');
  if (more.length > 0 || rest.slice(front.length).includes('@')) return false;
  if (host === undefined) return true;
  try {
    // Bytes that are no UTF-8 are as wrong as a single %.
    decodeURIComponent(user!);
    return USER.test(user!);
  } catch {
    return false;
  }
}

function driversProblem(url: string): string | undefined {
  let client: MongoClient;
  try {
    client = new MongoClient(url);
  } catch (error) {
    const message = (error as Error).message.replace(/\.+$/, '');
    const repeated = secretsOf(url).some((secret) => message.includes(secret));
    return `must be a URL that the driver of MongoDB takes${repeated ? '' : `: ${message}`}`;
  }
  if (client.options.readPreference.mode !== 'primary') {
    return 'must not set readPreference to anything but primary: others lag behind';
  }
  return sendsPasswordInClear(client.options)
    ? 'must set tls=true, for it has a password and a host that is another machine'
    : undefined;
}

/** Without TLS, a machine between both reads all data, and a hash from which the password can be guessed. */
function sendsPasswordInClear({ credentials, tls, hosts, srvHost }: MongoOptions): boolean {
  if (!credentials?.password || tls) return false;
  return srvHost !== undefined || hosts.some(({ host }) => host !== undefined && !LOOPBACK.test(host));
}

/** The parts of a URL that no message may repeat. */
function secretsOf(url: string): readonly string[] {
  const password = /^[^@:]*:\/\/[^@:]*:([^@]+)@/.exec(url)?.[1];
  const ofOptions = new URLSearchParams(FORM.exec(url)?.groups?.['options'] ?? '');
  const values = ['tlsCertificateKeyFilePassword', 'authMechanismProperties'].flatMap((name) => ofOptions.getAll(name));
  return [...values, ...(password ? [password, decodeURIComponent(password)] : [])].filter((secret) => secret !== '');
}
