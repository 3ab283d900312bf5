import { resolve } from 'node:path';
import { type AddressRange, parseAddressRange, type RateLimit, type RateLimits } from '#kernel';
import type { AdminToken } from '#http';
import { readAdminTokens } from './admin-tokens.js';
import { certificatesIn } from './ca-file.js';
import { ConfigError } from './config-error.js';
import { Environment, integer, Problem, type Variables } from './environment.js';
import { defaultMaxConnections } from './max-connections.js';
import { parseSecretsKeys, type SecretsKeys } from './secrets-keys.js';
import { readStores, type Stores } from './stores-config.js';

/** What a process does: answers HTTP, folds the log into the read model, does what is due. */
export type Role = 'api' | 'projections' | 'workers';
const ROLES: readonly Role[] = ['api', 'projections', 'workers'];

/** The configuration of a process (docs/architecture.md#deployments). */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Of health and metrics in full, without a token; undefined: there is none. */
  readonly metricsPort: number | undefined;
  /** The address that `metricsPort` is bound to. */
  readonly metricsHost: string;
  /** Open connections of clients; one more is refused. */
  readonly maxConnections: number;
  /** '' or '/prefix', without a slash at the end. */
  readonly basePath: string;
  readonly dataDir: string;
  readonly stores: Stores;
  readonly roles: ReadonlySet<Role>;
  /** Of ADMIN_TOKENS, and of ADMIN_TOKEN, which has no name. */
  readonly adminTokens: readonly AdminToken[];
  /** Undefined: a file in the data directory holds them (embedded pair only). */
  readonly secretsKeys: SecretsKeys | undefined;
  /** Whether to go on although no stored signing secret can be opened. */
  readonly secretsKeyLost: boolean;
  /** Of a key whose workspace has none of its own; null: no limit. */
  readonly rateLimits: RateLimits;
  /** Requests with an invalid key or token, of one address; null: no limit. */
  readonly authFailures: RateLimit | null;
  readonly idempotencyDays: number;
  /** Addresses that webhooks may go to although they are not public. */
  readonly webhookAllow: readonly AddressRange[];
  /** Certificates in PEM that webhooks trust beside those that Node brings along. */
  readonly webhookTrusted: readonly string[];
  /** Time stands where PUT /admin/clock puts it. */
  readonly testClock: boolean;
  readonly logLevel: string;
  readonly production: boolean;
}

/**
 * Reads and checks the environment; an empty variable counts as unset.
 * @throws ConfigError with every problem at once.
 */
export function readConfig(variables: Variables): Config {
  const environment = new Environment(variables);
  const read: Environment['read'] = (name, missing, parse) => environment.read(name, missing, parse);
  const dataDir = resolve(read('DATA_DIR', './data', (text) => text));
  const host = read('HOST', '127.0.0.1', (text) => text);
  const stores = readStores(environment, dataDir);
  const config: Config = {
    host,
    port: read('PORT', 3000, (text) => integer(text, 0, 65_535)),
    metricsPort: read('METRICS_PORT', undefined, (text) => integer(text, 0, 65_535)),
    metricsHost: read('METRICS_HOST', host, (text) => text),
    maxConnections: read('MAX_CONNECTIONS', defaultMaxConnections(), (text) => integer(text, 1, 1_000_000)),
    basePath: read('API_BASE_PATH', '', basePath),
    dataDir,
    stores,
    roles: read('ROLES', new Set(ROLES), (text) => roles(text, stores)),
    adminTokens: readAdminTokens(environment),
    secretsKeys: read('SECRETS_KEY', undefined, secretsKeys),
    secretsKeyLost: read('SECRETS_KEY_LOST', false, flag),
    rateLimits: {
      read: read('RATE_LIMIT_READ', { requests: 6000, seconds: 60 }, limit),
      write: read('RATE_LIMIT_WRITE', { requests: 6000, seconds: 60 }, limit),
    },
    authFailures: read('AUTH_FAILURES', { requests: 60, seconds: 60 }, limit),
    idempotencyDays: read('IDEMPOTENCY_DAYS', 7, (text) => integer(text, 1, 3650)),
    webhookAllow: read('WEBHOOK_ALLOW_CIDRS', [], addressRanges),
    webhookTrusted: read('WEBHOOK_CA_FILE', [], certificatesIn),
    testClock: read('TEST_CLOCK', false, flag),
    logLevel: read('LOG_LEVEL', 'info', logLevel),
    production: variables['NODE_ENV'] === 'production',
  };
  if (stores.shape === 'distributed' && !variables['SECRETS_KEY']?.trim()) {
    environment.refuse('SECRETS_KEY', 'must be set, the same one for every process on these stores');
  }
  const { roles: has, production, testClock } = config;
  if (testClock && (production || has.size < ROLES.length)) {
    environment.refuse('TEST_CLOCK', 'must be off with NODE_ENV=production, and where a process has not all ROLES');
  }
  if (environment.problems.length > 0) throw new ConfigError(environment.problems);
  return config;
}

function flag(text: string): boolean | Problem {
  return text === '0' || text === '1' ? text === '1' : new Problem('must be 0 or 1');
}

function basePath(text: string): string | Problem {
  const path = text.replace(/\/+$/, '');
  return path === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path) ? path : new Problem('must be a path such as /api/v1');
}

function secretsKeys(text: string): SecretsKeys | Problem {
  return parseSecretsKeys(text) ?? new Problem('must be 32 bytes in base64, or several such keys with commas between');
}

function limit(text: string): RateLimit | null | Problem {
  if (text === 'off') return null;
  const [, requests, seconds] = /^([0-9]{1,8})\/([0-9]{1,4})$/.exec(text) ?? [];
  const value = { requests: Number(requests), seconds: Number(seconds) };
  const valid =
    requests !== undefined &&
    value.requests >= 1 &&
    value.requests <= 10_000_000 &&
    value.seconds >= 1 &&
    value.seconds <= 3_600;
  return valid ? value : new Problem('must be requests/seconds such as 6000/60, or off');
}

function addressRanges(text: string): readonly AddressRange[] | Problem {
  const entries = text.split(',').map((entry) => entry.trim());
  const ranges = entries.map(parseAddressRange);
  if (ranges.every((range) => range !== undefined)) return ranges;
  const wrong = entries.filter((_, at) => ranges[at] === undefined).map((entry) => JSON.stringify(entry));
  return new Problem(
    `must be ranges such as 10.0.0.0/8,fd00::/8, without bits set behind the prefix: ${wrong.join(', ')} is none`,
  );
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function logLevel(text: string): string | Problem {
  return LOG_LEVELS.includes(text) ? text : new Problem(`must be one of ${LOG_LEVELS.join(', ')}`);
}

/** The embedded pair belongs to one process, which then has all roles. */
function roles(text: string, { shape }: Stores): ReadonlySet<Role> | Problem {
  const named = text === 'all' ? ROLES : text.split(',').map((role) => role.trim());
  const known = ROLES.filter((role) => named.includes(role));
  if (known.length !== named.length) {
    return new Problem(`must be all, or some of ${ROLES.join(', ')} with commas between`);
  }
  const everything = known.length === ROLES.length;
  return everything || shape === 'distributed'
    ? new Set(known)
    : new Problem('must be all: the embedded pair is owned by one process');
}
