import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from './config.js';
import { ConfigError, systemErrorCode } from './config-error.js';

/** Why an address cannot be listened on, by the operating system's code, and the setting it concerns. */
const ADDRESS: Readonly<Record<string, (address: Address, prefix: string) => string>> = {
  EADDRINUSE: ({ host, port }, prefix) => `${prefix}PORT ${port} of ${host} is in use by another program.`,
  EACCES: ({ host, port }, prefix) => `${prefix}PORT ${port} of ${host} may not be used by this user.`,
  EADDRNOTAVAIL: ({ host }, prefix) => `${prefix}HOST ${host} is no address of this machine.`,
  ENOTFOUND: ({ host }, prefix) => `${prefix}HOST ${host} is unknown.`,
  EAI_AGAIN: ({ host }, prefix) => `${prefix}HOST ${host} is unknown.`,
};

type Address = Pick<Config, 'host' | 'port'>;

/**
 * Listens on the configured address.
 * @throws ConfigError one sentence, where the configured address is the problem
 */
export async function listen(app: NestFastifyApplication, config: Address): Promise<void> {
  await app.listen(config.port, config.host).catch((error: unknown) => refuse(error, config, ''));
}

/**
 * Listens on the operator's port at METRICS_PORT and METRICS_HOST.
 * @returns its base URL
 * @throws ConfigError one sentence, where the configured address is the problem
 */
export async function listenForOperator(server: Server, address: Address): Promise<string> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, () => resolve());
  });
  await listening.catch((error: unknown) => refuse(error, address, 'METRICS_'));
  const bound = server.address() as AddressInfo;
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

function refuse(error: unknown, address: Address, prefix: string): never {
  const sentence = ADDRESS[systemErrorCode(error)]?.(address, prefix);
  throw sentence === undefined ? error : new ConfigError([sentence]);
}
