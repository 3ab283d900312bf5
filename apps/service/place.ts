import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from './config.js';
import { ConfigError } from './config-error.js';

/** Why an address cannot be listened on, by the operating system's code, and which setting it is about. */
const ADDRESS: Readonly<Record<string, (place: Place, prefix: string) => string>> = {
  EADDRINUSE: ({ host, port }, prefix) => `${prefix}PORT ${port} of ${host} is in use by another program.`,
  EACCES: ({ host, port }, prefix) => `${prefix}PORT ${port} of ${host} may not be used by this user.`,
  EADDRNOTAVAIL: ({ host }, prefix) => `${prefix}HOST ${host} is no address of this machine.`,
  ENOTFOUND: ({ host }, prefix) => `${prefix}HOST ${host} is unknown.`,
  EAI_AGAIN: ({ host }, prefix) => `${prefix}HOST ${host} is unknown.`,
};

const DIRECTORY: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of it is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written to',
  ENOSPC: 'the disk is full',
};

type Place = Pick<Config, 'host' | 'port'>;

/**
 * Listens where the configuration says.
 * @throws ConfigError: one sentence, where it is the configuration's address that cannot be had.
 */
export async function listen(app: NestFastifyApplication, config: Place): Promise<void> {
  await app.listen(config.port, config.host).catch((error: unknown) => refuse(error, config, ''));
}

/**
 * Listens with the operator's port where METRICS_PORT and METRICS_HOST say.
 * @returns its base URL
 * @throws ConfigError: one sentence, where it is the configuration's address that cannot be had.
 */
export async function listenForOperator(server: Server, place: Place): Promise<string> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, () => resolve());
  });
  await listening.catch((error: unknown) => refuse(error, place, 'METRICS_'));
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function refuse(error: unknown, place: Place, prefix: string): never {
  const sentence = ADDRESS[codeOf(error)]?.(place, prefix);
  throw sentence === undefined ? error : new ConfigError([sentence]);
}

/**
 * Makes the data directory, for this user alone, unless it is there.
 * @throws ConfigError: one sentence, where it cannot be made.
 */
export function makeDataDirectory({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = DIRECTORY[codeOf(error)];
    throw reason === undefined ? error : new ConfigError([`DATA_DIR ${dataDir} cannot be made: ${reason}.`]);
  }
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code);
}
