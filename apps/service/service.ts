import { type Logger, pino } from 'pino';
import type { OtlpTracing } from '#tracing';
import { assemble } from './assemble.js';
import { Closers } from './closers.js';
import type { Config } from './config.js';
import type { ConfigError } from './config-error.js';
import { welcome } from './first-start.js';
import { type Machine, systemMachine } from './machine.js';
import { openStores } from './open-stores.js';
import { startServing } from './serving.js';
import type { StorePair } from './store-pair.js';
import type { TracingSettings } from './tracing/tracing-config.js';
import { VERSION } from './version.js';
import { openWebhookSender } from './webhook-sender.js';

export interface RunningService {
  readonly url: string;
  /**
   * Resolves when a thread has died that is not replaced; /health/live reports it. The caller ends the process and
   * starts another.
   */
  readonly died: Promise<Error>;
  /** The URL of METRICS_PORT; undefined without one. */
  readonly metricsUrl: string | undefined;
  /** Resolves where the configuration turned out to be wrong once the rows could be read: the process must end. */
  readonly refused: Promise<ConfigError>;
  /** Lets requests in flight finish, stops the workers and the followers, then closes the stores. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** For tests of crashes and benchmarks only: the stores that the service gets in place of its own. */
  readonly around?: (pair: StorePair) => StorePair;
  /** The source of time and randomness. Undefined: the machine on which this process runs. */
  readonly machine?: Machine;
}

/**
 * Starts the parts for this process's roles. Every process serves health and metrics; only the role `api` serves the
 * API.
 * @throws ConfigError, StoreOpenError, PersonalKeysOpenError, ReadModelOpenError one clear sentence each; nothing runs
 *   then
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const { machine = systemMachine } = options;
  const logger = pino({ level: config.logLevel });
  const closers = new Closers();
  try {
    const tracing = config.tracing && (await openTracing(config.tracing, logger));
    // Last of all: the steps of requests that end with the service are sent too.
    if (tracing) closers.add(() => tracing.close());
    const tracer = tracing?.tracer;
    const opened = await openStores(config, logger, machine, tracer);
    const given = options.around?.(opened) ?? opened;
    closers.add(() => given.close());
    const openSender = () => openWebhookSender(config, machine, logger);
    const service = await assemble(config, given, { machine, logger, openSender, tracer });
    const { health, pair, ports } = service;
    const serving = await startServing(service, config);
    const { url, metricsUrl } = serving;
    logger.info({ url, metrics_url: metricsUrl, roles: [...config.roles] }, 'listening');
    if (config.roles.has('api')) welcome(url, config, { ...pair, decider: ports.decider, ...machine, logger });
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

/** Loaded on demand: without traces nothing of OpenTelemetry is in the process, and no start waits for it. */
async function openTracing(settings: TracingSettings, logger: Logger): Promise<OtlpTracing> {
  const { openOtlpTracing } = await import('#tracing');
  return openOtlpTracing({ ...settings, version: VERSION, log: logger });
}
