import { fileURLToPath } from 'node:url';
import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { settleReindexing } from '#dialing';
import { createHttpApp, Metrics } from '#http';
import { refuseWrongClock, type Tracer } from '#kernel';
import type { WebhookSender } from '#webhooks';
import { AppModule } from './app.module.js';
import { guardClock } from './clock/guard-clock.js';
import { Closers } from './closers.js';
import type { Config } from './config.js';
import type { Machine } from './machine.js';
import { makePorts, type Ports } from './ports.js';
import { loadSecretsKeys } from './secrets-key.js';
import { type ServiceHealth, startHealth } from './service-health.js';
import type { StorePair } from './store-pair.js';
import { LogMetrics } from './metrics/log-metrics.js';
import { registerServiceMetrics } from './metrics/service-metrics.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { tracedPair } from './tracing/traced-pair.js';
import { startWorkers, type Workers } from './workers.js';
import { VERSION } from './version.js';

/**
 * Once the service ends, commands that wait for a store are refused after this time, in milliseconds. Without it, a
 * store that hangs would hold each of them, and so the stop, for 10 s.
 */
export const REFUSE_UNDECIDED_MS = 3_000;

/** Where `npm run docs` puts the documentation site; this module runs from dist. */
const GUIDE_FOLDER = fileURLToPath(new URL('../../docs-site', import.meta.url));

/** The parts that a service is assembled over. */
export interface Surroundings {
  readonly machine: Machine;
  readonly logger: Logger;
  /** Opens the sender by which webhooks leave the process. */
  readonly openSender: () => WebhookSender;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** A running service that does not listen yet. */
export interface AssembledService {
  readonly app: NestFastifyApplication;
  /** The stores, with exclusive work that stops while the machine's clock is wrong. */
  readonly pair: StorePair;
  readonly ports: Ports;
  readonly health: ServiceHealth;
  /** Undefined: this process has no workers. */
  readonly workers: Workers | undefined;
  /** Lets requests in flight finish, and stops the background work; the stores stay open. */
  end(): Promise<void>;
}

/**
 * Assembles the parts for this process's roles, over open stores. Every process has health and metrics; only the role
 * `api` has the API.
 * @throws ConfigError one clear sentence; nothing runs then
 */
export async function assemble(
  config: Config,
  given: StorePair,
  { machine, logger, openSender, tracer }: Surroundings,
): Promise<AssembledService> {
  const { pair: guarded, guard } = await guardClock(machine, given, config);
  const logMetrics = new LogMetrics(machine.monotonic);
  const metered = logMetrics.over(guarded);
  const pair = tracer ? tracedPair(metered, tracer) : metered;
  const closers = new Closers();
  closers.add(() => guard.stop());
  try {
    const secretsKeys = loadSecretsKeys(config.secretsKeys, config.dataDir);
    const ports = makePorts(config, pair, secretsKeys, guard.trouble, machine, tracer);
    const app = await createApp(config, pair, ports, logger, tracer);
    closers.add(() => app.close());
    // Registers the handlers of the command bus: workers send commands as soon as the rows are complete.
    await app.init();
    const registries = app.get(Metrics);
    logMetrics.registerIn(registries);
    const metrics = new WebhookMetrics(registries);
    const bus = app.get(CommandBus, { strict: false });
    const { readModel } = pair;
    ports.shreddedAgain.begin({ ...ports, ...machine, pair, readModel, bus, logger });
    closers.add(() => ports.shreddedAgain.stop());
    const works = config.roles.has('workers');
    const workers = works ? startWorkers({ config, pair, ports, bus, logger, metrics, openSender, tracer }) : undefined;
    if (workers) {
      closers.add(() => workers.stop());
      ports.testClock?.settledBy((now) => workers.settle(now));
    }
    pair.rebuild?.listen({
      clockTrouble: guard.trouble,
      prepare: async (rows) => {
        refuseWrongClock(guard.trouble);
        await settleReindexing({ ...rows, clock: ports.clockToWriteBy, timers: machine.timers });
      },
      replaced: () => ports.decider.forgetHeads(),
    });
    registerServiceMetrics({ metrics: registries, pair, ports, workers });
    const health = startHealth(app, { config, pair, ports, workers, clockTrouble: guard.trouble, logger });
    const end = async (): Promise<void> => {
      const cancel = machine.timers.set(REFUSE_UNDECIDED_MS, () => ports.decider.refuseUndecided());
      await Promise.all([app.close(), workers?.stop(), ports.shreddedAgain.stop()]);
      cancel();
      ports.decider.stop();
      health.stop();
      guard.stop();
    };
    return { app, pair, ports, health, workers, end };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function createApp(
  config: Config,
  pair: StorePair,
  ports: Ports,
  logger: Logger,
  tracer: Tracer | undefined,
): Promise<NestFastifyApplication> {
  const servesApi = config.roles.has('api');
  const module = servesApi ? AppModule.over(ports.providers, config) : AppModule.withoutApi(ports.providers);
  const { ids, monotonic, timers } = ports.machine;
  return createHttpApp(module, {
    logger,
    clock: ports.clock,
    ids,
    monotonic,
    timers,
    tracer,
    secret: ports.secrets[0],
    olderSecrets: ports.secrets.slice(1),
    adminTokens: config.adminTokens,
    rateLimits: config.rateLimits,
    rateParts: servesApi && config.rateLimitsShared ? pair.shareLimits?.() : undefined,
    authFailures: config.authFailures,
    answersAhead: ports.decider.answersAhead,
    corsOrigins: config.corsOrigins,
    basePath: config.basePath,
    limits: { maxConnections: config.maxConnections },
    version: VERSION,
    guideFolder: GUIDE_FOLDER,
  });
}
