import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import { createHttpApp, HealthChecks, HealthReport, Metrics, operatorPort } from '#http';
import { instant } from '#kernel';
import { realTimers } from '#read-model';
import { countStoredSecrets } from '#workspaces';
import { AppModule } from './app.module.js';
import { guardClock } from './clock/guard-clock.js';
import { Closers } from './closers.js';
import type { Config } from './config.js';
import type { ConfigError } from './config-error.js';
import { openEmbeddedPair } from './embedded-pair.js';
import { greetNewcomer, warnOfNoWayIn } from './first-start.js';
import { HealthLog } from './health-log.js';
import { listen, listenForOperator, makeDataDirectory } from './place.js';
import { makePorts, type Ports } from './ports.js';
import { SecretsCheck } from './secrets-check.js';
import { deriveAll, loadSecretsKeys } from './secrets-key.js';
import type { StorePair } from './store-pair.js';
import { systemClock, uuids } from './system-ports.js';
import { watchHeldStreams } from './held-health.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { startWorkers, type Workers } from './workers.js';

/** Once the service ends, commands that wait for a store have so long until they are told that it cannot do them now. */
const PATIENCE_MS = 3_000;

export interface RunningService {
  readonly url: string;
  /**
   * Resolves when a thread has died that nothing replaces; /health/live says so. The caller ends the process and starts
   * another.
   */
  readonly died: Promise<Error>;
  /** Of METRICS_PORT; undefined: there is none. */
  readonly metricsUrl: string | undefined;
  /**
   * Resolves where the configuration turned out to be wrong once the rows could be read: the process is to be ended.
   */
  readonly refused: Promise<ConfigError>;
  /** Lets requests in flight finish, stops the workers and the followers, then closes the stores. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** For tests of crashes and benchmarks only: what the service is given in place of its stores. */
  readonly around?: (pair: StorePair) => StorePair;
}

/**
 * Starts what this process's roles ask for. Every process serves health and metrics; the API is for the role of that name.
 * @throws ConfigError, StoreOpenError, ReadModelOpenError: one clear sentence each; nothing runs then.
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const logger = pino({ level: config.logLevel });
  const opened = await openStores(config, logger);
  const given = options.around?.(opened) ?? opened;
  const closers = new Closers();
  closers.add(() => given.close());
  try {
    const { pair, guard } = await guardClock(systemClock, given, config);
    closers.add(() => guard.stop());
    const secretsKeys = loadSecretsKeys(config.secretsKeys, config.dataDir);
    const ports = makePorts(config, pair, secretsKeys, guard.trouble);
    const serves = config.roles.has('api');
    const module = serves ? AppModule.over(ports.providers, config) : AppModule.withoutApi(ports.providers);
    const app = await createHttpApp(module, {
      logger,
      clock: ports.clock,
      ids: uuids,
      secret: ports.secrets[0],
      olderSecrets: ports.secrets.slice(1),
      adminTokens: config.adminTokens,
      rateLimits: config.rateLimits,
      authFailures: config.authFailures,
      basePath: config.basePath,
      limits: { maxConnections: config.maxConnections },
      version: process.env['npm_package_version'] ?? '0.1.0',
    });
    const metrics = new WebhookMetrics(app.get(Metrics));
    const workers = config.roles.has('workers') ? startWorkers(config, pair, ports, { logger, metrics }) : undefined;
    if (workers) ports.testClock?.settledBy((now) => workers.settle(now));
    watchHeldStreams(app, ports.heldBoard);
    const checks = addHealthChecks(app, pair.checks, workers);
    checks.add('clock', guard.trouble);
    const died = pair.died.then((err) => {
      checks.noteDeath(err.message);
      logger.fatal({ err }, 'a thread has died: the process has to be started anew');
      return err;
    });
    const secrets = checkSecrets(config, pair, ports);
    checks.add('signing_secrets', secrets.health, { isEssential: false });
    const healthLog = new HealthLog({ checks, logger, timers: realTimers });
    healthLog.start();
    const { metricsPort, metricsHost } = config;
    const forOperator = metricsPort === undefined ? undefined : operatorPort(app.get(HealthReport), uuids);
    const endServing = async (): Promise<void> => {
      const callOff = realTimers.set(PATIENCE_MS, () => ports.decider.refuseUndecided());
      await Promise.all([app.close(), workers?.stop()]);
      callOff();
      forOperator?.close().closeAllConnections();
      healthLog.stop();
      secrets.stop();
    };
    const listening = async (): Promise<string | undefined> => {
      await listen(app, config);
      return forOperator && listenForOperator(forOperator, { host: metricsHost, port: metricsPort! });
    };
    const metricsUrl = await listening().catch(async (error: unknown) => {
      await endServing();
      throw error;
    });
    const url = await urlOf(app, config);
    logger.info({ url, metrics_url: metricsUrl, roles: [...config.roles] }, 'listening');
    if (serves) welcome(url, config, pair, ports, logger);
    return {
      url,
      died,
      metricsUrl,
      refused: secrets.refused,
      close: async () => {
        await endServing();
        await closers.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openStores(config: Config, logger: Logger): Promise<StorePair> {
  const { stores } = config;
  if (stores.shape === 'embedded') {
    makeDataDirectory(config);
    return openEmbeddedPair(stores, logger);
  }
  // Its drivers take a while to load: nobody who runs on files pays for them.
  const { openDistributedPair } = await import('./distributed-pair.js');
  const digests = deriveAll(loadSecretsKeys(config.secretsKeys, config.dataDir), 'mark');
  const secretsKeyDigests = digests.map((digest) => digest.toString('hex'));
  const isKeyLost = config.secretsKeyLost;
  return openDistributedPair(stores, {
    projects: config.roles.has('projections'),
    logger,
    secretsKeyDigests,
    isKeyLost,
  });
}

/** Checks SECRETS_KEY against what is stored, as soon as there is a complete copy of the rows. */
function checkSecrets(config: Config, { progress, readModel }: StorePair, { box, clock }: Ports): SecretsCheck {
  const check = new SecretsCheck({
    count: () => countStoredSecrets(readModel, box, instant(clock.now())),
    timers: realTimers,
    isKeyLost: config.secretsKeyLost,
  });
  // Without a complete copy there is nothing to check; health says why.
  progress.whenReady().then(
    () => check.begin(),
    () => undefined,
  );
  return check;
}

/**
 * Sees to it that a first start leads to a key. The service itself is well or says in its health why not; nobody's requests end because
 * this failed.
 */
function welcome(url: string, config: Config, pair: StorePair, ports: Ports, logger: Logger): void {
  const { readModel } = pair;
  const ready = pair.progress.whenReady();
  if (config.production) {
    ready.then(() => warnOfNoWayIn(config.adminTokens, { readModel, logger })).catch(() => undefined);
    return;
  }
  ready
    .then(() => greetNewcomer(url, { decider: ports.decider, ids: uuids, readModel }))
    .catch((err: unknown) => logger.warn({ err }, 'no workspace to try could be made'));
}

function addHealthChecks(
  app: NestFastifyApplication,
  stores: StorePair['checks'],
  workers: Workers | undefined,
): HealthChecks {
  const checks = app.get(HealthChecks);
  checks.add('event_store', stores.eventStore);
  checks.add('read_model', stores.readModel);
  if (workers) checks.add('workers', workers.health);
  for (const [name, check] of Object.entries(workers?.givenUp ?? {})) checks.add(name, check, { isEssential: false });
  return checks;
}

/** The address that was really bound: PORT=0 takes a free one. */
async function urlOf(app: NestFastifyApplication, { basePath }: Config): Promise<string> {
  return `${(await app.getUrl()).replace('[::1]', 'localhost')}${basePath}`;
}
