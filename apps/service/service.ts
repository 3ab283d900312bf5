import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import type { EventStore } from '#event-store';
import { createHttpApp, type HealthCheck, HealthChecks } from '#http';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { type EmbeddedPair, openEmbeddedPair } from './embedded-pair.js';
import { greetNewcomer } from './first-start.js';
import { listen, makeDataDirectory } from './place.js';
import { makePorts } from './ports.js';
import { loadSecretsKey } from './secrets-key.js';
import { uuids } from './system-ports.js';
import { startWorkers } from './workers.js';

export interface RunningService {
  readonly url: string;
  /** Lets requests in flight finish, stops the workers and the followers, then closes the stores. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** For tests of crashes only: stands between the service and its event store. */
  readonly aroundStore?: (store: EventStore) => EventStore;
}

/**
 * Starts a whole service in this process.
 * @throws ConfigError, StoreOpenError, ReadModelOpenError: one clear sentence each; nothing runs then.
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const logger = pino({ level: config.logLevel });
  makeDataDirectory(config);
  const pair = await openEmbeddedPair(config, logger, options.aroundStore);
  try {
    const ports = makePorts(config, pair, loadSecretsKey(config.secretsKey, config.dataDir));
    const app = await createHttpApp(AppModule.over(ports.providers), {
      logger,
      clock: ports.clock,
      secret: ports.secret,
      adminToken: config.adminToken,
      rateLimits: config.rateLimits,
      basePath: config.basePath,
      version: process.env['npm_package_version'] ?? '0.1.0',
    });
    const workers = startWorkers(config, pair, ports, logger);
    addHealthChecks(app, pair.checks, workers.check);
    const endServing = async (): Promise<void> => {
      await app.close();
      await workers.stop();
    };
    await listen(app, config).catch(async (error: unknown) => {
      await endServing();
      throw error;
    });
    const url = await urlOf(app, config);
    logger.info({ url }, 'listening');
    if (!config.production) {
      const greeted = pair.progress
        .whenReady()
        .then(() => greetNewcomer(url, { decider: ports.decider, ids: uuids, readModel: pair.readModel }));
      // The service itself is well or says in its health why not; nobody's requests end because a greeting failed.
      greeted.catch((err: unknown) => logger.warn({ err }, 'no workspace to try could be made'));
    }
    return {
      url,
      close: async () => {
        await endServing();
        await pair.close();
        logger.info('stopped');
      },
    };
  } catch (error) {
    await pair.close();
    throw error;
  }
}

function addHealthChecks(app: NestFastifyApplication, stores: EmbeddedPair['checks'], sweeps: HealthCheck): void {
  const checks = app.get(HealthChecks);
  checks.add('event_store', stores.eventStore);
  checks.add('read_model', stores.readModel);
  checks.add('sweeps', sweeps);
}

/** The address that was really bound: PORT=0 takes a free one. */
async function urlOf(app: NestFastifyApplication, { basePath }: Config): Promise<string> {
  return `${(await app.getUrl()).replace('[::1]', 'localhost')}${basePath}`;
}
