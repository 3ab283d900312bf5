import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HealthReport, operatorPort } from '#http';
import { realTimers } from '#read-model';
import type { Config } from './config.js';
import { listen, listenForOperator } from './listening.js';
import type { Ports } from './ports.js';
import { uuids } from './uuids.js';
import type { Workers } from './workers.js';

/** A stop that takes longer than this, in milliseconds, is forced: container runtimes kill after 10 s. */
export const STOP_MS = 9_500;
/**
 * Once the service ends, commands that wait for a store are refused after this time, in milliseconds. Without it, a
 * store that hangs would hold each of them, and so the stop, for 10 s.
 */
export const REFUSE_UNDECIDED_MS = 3_000;

export interface ServingSources {
  readonly config: Config;
  readonly ports: Ports;
  /** Undefined: this process has no workers. */
  readonly workers: Workers | undefined;
  /** Ends what only a serving process needs; called after requests and workers have ended. */
  readonly stopped: () => void;
}

export interface Serving {
  readonly url: string;
  /** Of METRICS_PORT; undefined: there is none. */
  readonly metricsUrl: string | undefined;
  /** Lets requests in flight finish, and stops the workers. */
  end(): Promise<void>;
}

/**
 * Listens for requests and, where METRICS_PORT is set, for the operator.
 * @throws ConfigError one sentence, where the configuration's address cannot be had; everything is ended then.
 */
export async function startServing(app: NestFastifyApplication, sources: ServingSources): Promise<Serving> {
  const { config, ports, workers, stopped } = sources;
  const { metricsPort, metricsHost } = config;
  const forOperator = metricsPort === undefined ? undefined : operatorPort(app.get(HealthReport), uuids);
  const end = async (): Promise<void> => {
    const cancel = realTimers.set(REFUSE_UNDECIDED_MS, () => ports.decider.refuseUndecided());
    await Promise.all([app.close(), workers?.stop()]);
    cancel();
    forOperator?.close().closeAllConnections();
    stopped();
  };
  try {
    await listen(app, config);
    const metricsUrl = forOperator && (await listenForOperator(forOperator, { host: metricsHost, port: metricsPort! }));
    return { url: await urlOf(app, config), metricsUrl, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The address that was really bound: PORT=0 takes a free one. */
async function urlOf(app: NestFastifyApplication, { basePath }: Config): Promise<string> {
  return `${(await app.getUrl()).replace('[::1]', 'localhost')}${basePath}`;
}
