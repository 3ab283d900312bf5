import { readFileSync } from 'node:fs';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { defaultMaxConnections } from './max-connections.js';

const DISTRIBUTED = {
  EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
  READMODEL_URL: 'mongodb://localhost:27017/lists',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({ HOST: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      maxConnections: defaultMaxConnections(),
      basePath: '',
      adminTokens: [],
      authFailures: { requests: 60, seconds: 60 },
      corsOrigins: undefined,
      rateLimits: { read: { requests: 6000, seconds: 60 }, write: { requests: 6000, seconds: 60 } },
      rateLimitsShared: true,
      idempotencyDays: 7,
      logLevel: 'info',
      production: false,
    });
  });

  it('takes the files of the embedded pair from DATA_DIR, or from their URLs', () => {
    expect(readConfig({ DATA_DIR: '/var/lib/lists', EVENTSTORE_URL: 'sqlite:/tmp/e.db' }).stores).toEqual({
      shape: 'embedded',
      eventsFile: '/tmp/e.db',
      readModelFile: '/var/lib/lists/read-model.db',
      keysFile: '/tmp/keys.db',
      eventsIndexFile: '/var/lib/lists/events-index.db',
    });
    expect(readConfig({ READMODEL_URL: 'sqlite:///tmp/r.db' }).stores).toMatchObject({ readModelFile: '/tmp/r.db' });
    expect(readConfig({ EVENTS_INDEX: 'off' }).stores).toMatchObject({ eventsIndexFile: undefined });
    expect(readConfig({ ...DISTRIBUTED, EVENTS_INDEX: 'off' }).stores).toMatchObject({ hasEventsIndex: false });
    expect(problems({ EVENTS_INDEX: '0' })).toEqual([expect.stringMatching(/^EVENTS_INDEX must be one of on,\s?off/)]);
  });

  it('reads the distributed pair from two URLs, for a process with any roles', () => {
    expect(readConfig({ ...DISTRIBUTED, ROLES: 'projections, api' })).toMatchObject({
      stores: {
        shape: 'distributed',
        eventStoreUrl: DISTRIBUTED.EVENTSTORE_URL,
        readModelUrl: DISTRIBUTED.READMODEL_URL,
        readModelBatch: 1_000,
      },
      roles: new Set(['api', 'projections']),
    });
  });

  it.each([
    [{ ...DISTRIBUTED, SECRETS_KEY: '' }, /^SECRETS_KEY must be set/],
    [{ ...DISTRIBUTED, READMODEL_URL: '' }, /^READMODEL_URL must begin with mongodb:/],
    [{ ...DISTRIBUTED, EVENTSTORE_URL: '' }, /^EVENTSTORE_URL must begin with esdb:/],
    [{ ...DISTRIBUTED, READMODEL_BATCH: '0' }, /^READMODEL_BATCH must be a whole number/],
    [{ ...DISTRIBUTED, ROLES: 'api,api' }, /^ROLES must be all, or some of/],
    [{ ...DISTRIBUTED, ROLES: 'api', TEST_CLOCK: '1' }, /^TEST_CLOCK must be off/],
  ])('refuses an incomplete distributed pair (%#)', (environment, sentence) => {
    expect(problems(environment)).toEqual([expect.stringMatching(sentence)]);
  });

  it('reads a limit, or off', () => {
    expect(readConfig({ RATE_LIMIT_WRITE: 'off', RATE_LIMIT_READ: '10/1' }).rateLimits).toEqual({
      read: { requests: 10, seconds: 1 },
      write: null,
    });
  });

  it.each([
    ['PORT', '65536', 'whole number'],
    ['PORT', '80a', 'whole number'],
    ['METRICS_PORT', 'x', 'whole number'],
    ['MAX_CONNECTIONS', '0', 'whole number'],
    ['API_BASE_PATH', 'api', 'a path'],
    ['EVENTSTORE_URL', 'postgres://x', 'a URL'],
    ['ADMIN_TOKEN', 'short', '32 visible'],
    ['AUTH_FAILURES', 'few', 'requests/seconds'],
    ['CORS_ORIGINS', 'crm.example', 'origins .*: "crm.example" is none'],
    ['CORS_ORIGINS', 'https://crm.example/', 'origins .*: "https://crm.example/" is none'],
    [
      'CORS_ORIGINS',
      'https://CRM.example,https://crm.example:443',
      '"https://CRM.example", "https://crm.example:443" is none',
    ],
    ['CORS_ORIGINS', 'https://crm.example,*', ': "\\*" is none'],
    ['CORS_ORIGINS', 'https://*.example,null', ': "https://\\*.example", "null" is none'],
    ['CORS_ORIGINS', 'https://crm.example,', ': "" is none'],
    ['SECRETS_KEY', 'AAAA', '32 bytes'],
    ['SECRETS_KEY', `${DISTRIBUTED.SECRETS_KEY},`, 'several such keys with commas'],
    ['SECRETS_KEY_LOST', 'yes', '0 or 1'],
    ['PERSONAL_KEYS_LOST', 'yes', '0 or 1'],
    ['RATE_LIMIT_READ', '0/60', 'requests/seconds'],
    ['RATE_LIMIT_WRITE', 'fast', 'requests/seconds'],
    ['RATE_LIMITS_SHARED', 'yes', '0 or 1'],
    ['IDEMPOTENCY_DAYS', '0', 'whole number'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,x', 'ranges .*: "x" is none'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, 10.0.0.1/8 ,fd00::/8,', 'prefix: "10.0.0.1/8", "" is none'],
    ['WEBHOOK_CA_FILE', '/no/such/file.pem', 'ENOENT'],
    ['WEBHOOK_CA_FILE', 'package.json', 'no PEM certificate'],
    ['TEST_CLOCK', 'yes', '0 or 1'],
    ['LOG_LEVEL', 'loud', 'one of'],
    ['ROLES', 'api', 'one process'],
  ])('refuses %s=%s in one sentence that names the variable', (name, value, rule) => {
    const [problem, ...others] = problems({ [name]: value });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name} must .*${rule}.*\\.$`));
  });

  it('reads origins, or all of them', () => {
    const origins = ['https://crm.example', 'http://localhost:5173', 'http://[::1]:8080'];
    expect(readConfig({ CORS_ORIGINS: origins.join(' , ') }).corsOrigins).toEqual(origins);
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toBe('*');
  });

  it('accepts several secrets keys, of which the first one seals', () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const text = `${first.toString('base64')}, ${second.toString('base64')}`;
    expect(readConfig({ SECRETS_KEY: text }).secretsKeys).toEqual([first, second]);
    expect(readConfig({}).secretsKeys).toBeUndefined();
  });

  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };

  it('has traces where there is a collector', () => {
    expect(readConfig({}).tracing).toBeUndefined();
    expect(readConfig({ ...traced, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    const defaults = { protocol: 'http/protobuf', sampler: 'parentbased_always_on', ratio: 1, delayMs: 5_000 };
    expect(readConfig(traced).tracing).toEqual(defaults);
    const own = { ...sampler, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_SCHEDULE_DELAY: '50' };
    const expected = { protocol: 'http/json', sampler: 'parentbased_traceidratio', ratio: 0.25, delayMs: 50 };
    expect(readConfig({ ...traced, ...own }).tracing).toEqual(expected);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0'],
  ])('refuses %s=%s, and only where there are traces', (name, value) => {
    expect(problems({ ...traced, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be`))]);
    expect(problems({ [name]: value })).toEqual([]);
    expect(problems({ ...traced, [name]: value, OTEL_SDK_DISABLED: 'true' })).toEqual([]);
  });

  it.each(['localhost:4318', 'grpc://localhost:4317', 'x'])(
    'refuses %s for a collector',
    (OTEL_EXPORTER_OTLP_ENDPOINT) => {
      expect(problems({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318.',
      ]);
    },
  );

  it('refuses the test clock in production', () => {
    expect(problems({ TEST_CLOCK: '1', NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^TEST_CLOCK must be off/),
    ]);
    expect(readConfig({ TEST_CLOCK: '1' }).testClock).toBe(true);
  });

  it('is documented in .env.example, with exactly its variables', () => {
    const asked: (string | symbol)[] = [];
    readConfig(new Proxy({}, { get: (_, name) => void asked.push(name) }));
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const documented = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(documented.sort()).toEqual(asked.sort());
  });

  it('takes a port of METRICS_PORT that is free: of another address, or any', () => {
    expect(readConfig({ PORT: '3100', METRICS_PORT: '3100', METRICS_HOST: '127.0.0.2' }).metricsPort).toBe(3100);
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
  });

  it('names every mistake at once, those of several variables together too', () => {
    expect(problems({ PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2);
    expect(problems({ ...DISTRIBUTED, PORT: 'x', SECRETS_KEY: '', ROLES: 'api', TEST_CLOCK: '1' })).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^SECRETS_KEY must be set/),
      expect.stringMatching(/^TEST_CLOCK must be off/),
    ]);
  });

  it.each([
    [{ ROLES: 'api', TEST_CLOCK: '1' }, /^ROLES must be all:/],
    [{ EVENTSTORE_URL: 'sqlite:./a/../x.db', READMODEL_URL: 'sqlite:x.db' }, /^READMODEL_URL must name another file/],
    [{ PORT: '3100', METRICS_PORT: '3100' }, /^METRICS_PORT must be another port than PORT/],
    [{ ROLES: 'x', TEST_CLOCK: '1' }, /^ROLES must be all, or some of/],
    [{ ...DISTRIBUTED, SECRETS_KEY: 'AAAA' }, /^SECRETS_KEY must be 32 bytes/],
    [{ ...DISTRIBUTED, EVENTSTORE_URL: 'postgres://x' }, /^EVENTSTORE_URL must be a URL/],
  ])('names a mistake once, and nothing that only follows from it (%#)', (environment, sentence) => {
    expect(problems(environment)).toEqual([expect.stringMatching(sentence)]);
  });
});
