import { resolve } from 'node:path';
import { IsIn } from 'class-validator';
import { type AddressRange, parseAddressRange, type RateLimit, type RateLimits } from '#kernel';
import type { AdminToken, CorsOrigins } from '#http';
import { readAdminTokens } from './admin-tokens.js';
import { certificatesIn } from './ca-file.js';
import { ConfigError } from './config-error.js';
import { Environment, Problem, Variable, type Variables, wholeNumber } from './environment.js';
import { defaultMaxConnections } from './max-connections.js';
import { parseSecretsKeys, type SecretsKeys } from './secrets-keys.js';
import { readStores, type Stores } from './stores-config.js';
import { readTracing, type TracingSettings } from './tracing/tracing-config.js';

/** What a process does: answers HTTP, folds the log into the read model, does what is due. */
export type Role = 'api' | 'projections' | 'workers';
const ROLES: readonly Role[] = ['api', 'projections', 'workers'];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings of a process that depend on no other setting: each with its variable, its rule and its default. */
export class Settings {
  @Variable('HOST') readonly host: string = '127.0.0.1';
  @Variable('PORT', wholeNumber(0, 65_535)) readonly port: number = 3000;
  /** Of health and metrics in full, without a token; undefined: there is none. */
  @Variable('METRICS_PORT', wholeNumber(0, 65_535)) readonly metricsPort: number | undefined;
  /** The address that `metricsPort` is bound to; undefined: that of `port`. */
  @Variable('METRICS_HOST') readonly metricsHost: string | undefined;
  /** Open connections of clients; one more is refused. */
  @Variable('MAX_CONNECTIONS', wholeNumber(1, 1_000_000)) readonly maxConnections: number = defaultMaxConnections();
  /** '' or '/prefix', without a slash at the end. */
  @Variable('API_BASE_PATH', basePath) readonly basePath: string = '';
  @Variable('DATA_DIR', (path) => resolve(path)) readonly dataDir: string = resolve('./data');
  @Variable('ROLES', roles) readonly roles: ReadonlySet<Role> = new Set(ROLES);
  /** Undefined: a file in the data directory holds them (embedded pair only). */
  @Variable('SECRETS_KEY', secretsKeys) readonly secretsKeys: SecretsKeys | undefined;
  /** Whether to start although no stored signing secret can be opened. */
  @Variable('SECRETS_KEY_LOST', flag) readonly secretsKeyLost: boolean = false;
  /** Whether to start although the log was written with other personal keys. */
  @Variable('PERSONAL_KEYS_LOST', flag) readonly personalKeysLost: boolean = false;
  /** Whose pages may use the API from a browser; undefined: none. */
  @Variable('CORS_ORIGINS', corsOrigins) readonly corsOrigins: CorsOrigins | undefined;
  /** Whether the processes that serve the API share the rate limit of a key; false: each has the whole. */
  @Variable('RATE_LIMITS_SHARED', flag) readonly rateLimitsShared: boolean = true;
  /** Requests with an invalid key or token, of one address; null: no limit. */
  @Variable('AUTH_FAILURES', limit) readonly authFailures: RateLimit | null = { requests: 60, seconds: 60 };
  @Variable('IDEMPOTENCY_DAYS', wholeNumber(1, 3650)) readonly idempotencyDays: number = 7;
  /** Addresses that webhooks may go to although they are not public. */
  @Variable('WEBHOOK_ALLOW_CIDRS', addressRanges) readonly webhookAllow: readonly AddressRange[] = [];
  /** Certificates in PEM that webhooks trust beside those that Node brings along. */
  @Variable('WEBHOOK_CA_FILE', certificatesIn) readonly webhookTrusted: readonly string[] = [];
  /** Time stands where PUT /admin/clock puts it. */
  @Variable('TEST_CLOCK', flag) readonly testClock: boolean = false;
  @Variable('LOG_LEVEL')
  @IsIn(LOG_LEVELS, { message: 'must be one of $constraint1' })
  readonly logLevel: string = 'info';
  @Variable('NODE_ENV', (text) => text === 'production') readonly production: boolean = false;
}

/** Of a key whose workspace has none of its own; null: no limit. */
class RateLimitSettings implements RateLimits {
  @Variable('RATE_LIMIT_READ', limit) readonly read: RateLimit | null = { requests: 6000, seconds: 60 };
  @Variable('RATE_LIMIT_WRITE', limit) readonly write: RateLimit | null = { requests: 6000, seconds: 60 };
}

/**
 * The configuration of a process (docs/architecture.md#deployments): its settings, and values that follow from several
 * of them.
 */
export interface Config extends Settings {
  readonly metricsHost: string;
  readonly stores: Stores;
  /** Of ADMIN_TOKENS, and of ADMIN_TOKEN, which has no name. */
  readonly adminTokens: readonly AdminToken[];
  readonly rateLimits: RateLimits;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

/**
 * Reads and checks the environment; an empty variable counts as unset.
 * @throws ConfigError with every problem at once.
 */
export function readConfig(variables: Variables): Config {
  const environment = new Environment(variables);
  const settings = environment.read(Settings);
  const config: Config = {
    ...settings,
    metricsHost: settings.metricsHost ?? settings.host,
    stores: readStores(environment, settings.dataDir),
    adminTokens: readAdminTokens(environment),
    rateLimits: environment.read(RateLimitSettings),
    tracing: readTracing(environment, variables),
  };
  const { roles, stores, production, testClock, port, host, metricsPort, metricsHost } = config;
  const isEmbedded = stores.shape === 'embedded';
  const hasAllRoles = roles.size === ROLES.length;
  if (isEmbedded && !hasAllRoles) {
    environment.refuse('ROLES', 'must be all: SQLite files belong to one process, which does everything');
  }
  if (!isEmbedded && !variables['SECRETS_KEY']?.trim()) {
    environment.refuse('SECRETS_KEY', 'must be set, the same one for every process on these stores');
  }
  // 0 stands for a free port, another one for each.
  if (port !== 0 && metricsPort === port && metricsHost === host) {
    environment.refuse('METRICS_PORT', 'must be another port than PORT');
  }
  if (testClock && (production || (!isEmbedded && !hasAllRoles))) {
    environment.refuse('TEST_CLOCK', 'must be off with NODE_ENV=production, and where a process has not all ROLES');
  }
  if (environment.problems.length > 0) throw new ConfigError(environment.problems);
  return config;
}

/**
 * Reads where the stores are, for what opens no personal data: the keys of it need not be known.
 * @throws ConfigError with every problem at once.
 */
export function readStoresAlone(variables: Variables): Stores {
  const environment = new Environment(variables);
  const { dataDir } = environment.read(Settings);
  const stores = readStores(environment, dataDir);
  if (environment.problems.length > 0) throw new ConfigError(environment.problems);
  return stores;
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

function corsOrigins(text: string): CorsOrigins | Problem {
  if (text === '*') return '*';
  const origins = text.split(',').map((origin) => origin.trim());
  const wrong = origins.filter((origin) => !isOrigin(origin)).map((origin) => JSON.stringify(origin));
  if (wrong.length === 0) return origins;
  return new Problem(
    `must be *, or origins as browsers write them, such as https://crm.example,http://localhost:5173: ${wrong.join(', ')} is none`,
  );
}

/** Browsers write scheme, host and a port that is not the usual one, in lower case and without a path. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
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

function roles(text: string): ReadonlySet<Role> | Problem {
  const named = text === 'all' ? ROLES : text.split(',').map((role) => role.trim());
  const known = ROLES.filter((role) => named.includes(role));
  return known.length === named.length
    ? new Set(known)
    : new Problem(`must be all, or some of ${ROLES.join(', ')} with commas between`);
}
