import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import { createHttpApp, Metrics } from '#http';
import { AppModule } from './app.module.js';
import { guardClock } from './clock/guard-clock.js';
import { Closers } from './closers.js';
import type { Config } from './config.js';
import type { ConfigError } from './config-error.js';
import { welcome } from './first-start.js';
import { openStores } from './open-stores.js';
import { makePorts, type Ports } from './ports.js';
import { loadSecretsKeys } from './secrets-key.js';
import { startHealth } from './service-health.js';
import { startServing } from './serving.js';
import type { StorePair } from './store-pair.js';
import { systemClock, uuids } from './uuids.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { startWorkers } from './workers.js';

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
    const ports = makePorts(config, pair, loadSecretsKeys(config.secretsKeys, config.dataDir), guard.trouble);
    const app = await createApp(config, ports, logger);
    const metrics = new WebhookMetrics(app.get(Metrics));
    const workers = config.roles.has('workers') ? startWorkers(config, pair, ports, { logger, metrics }) : undefined;
    if (workers) ports.testClock?.settledBy((now) => workers.settle(now));
    const health = startHealth(app, { config, pair, ports, workers, clockTrouble: guard.trouble, logger });
    const serving = await startServing(app, { config, ports, workers, stopped: health.stop });
    const { url, metricsUrl } = serving;
    logger.info({ url, metrics_url: metricsUrl, roles: [...config.roles] }, 'listening');
    if (config.roles.has('api')) welcome(url, config, { ...pair, decider: ports.decider, ids: uuids, logger });
    const close = async (): Promise<void> => {
      await serving.end();
      await closers.close();
      logger.info('stopped');
    };
    return { url, died: health.died, metricsUrl, refused: health.refused, close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function createApp(config: Config, ports: Ports, logger: Logger): Promise<NestFastifyApplication> {
  const servesApi = config.roles.has('api');
  const module = servesApi ? AppModule.over(ports.providers, config) : AppModule.withoutApi(ports.providers);
  return createHttpApp(module, {
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
}
