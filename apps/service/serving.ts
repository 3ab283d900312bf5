import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HealthReport, operatorPort } from '#http';
import type { AssembledService } from './assemble.js';
import type { Config } from './config.js';
import { listen, listenForOperator } from './listening.js';

/** A stop that takes longer than this, in milliseconds, is forced: container runtimes kill after 10 s. */
export const STOP_MS = 9_500;

export interface Serving {
  readonly url: string;
  /** The URL of METRICS_PORT; undefined without one. */
  readonly metricsUrl: string | undefined;
  /** Lets requests in flight finish, and ends the service. */
  end(): Promise<void>;
}

/**
 * Listens for requests and, where METRICS_PORT is set, for the operator.
 * @throws ConfigError one sentence, where the configured address is the problem; everything is ended then
 */
export async function startServing({ app, ports, ...service }: AssembledService, config: Config): Promise<Serving> {
  const { metricsPort, metricsHost } = config;
  const forOperator = metricsPort === undefined ? undefined : operatorPort(app.get(HealthReport), ports.machine.ids);
  const end = async (): Promise<void> => {
    await service.end();
    forOperator?.close().closeAllConnections();
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
