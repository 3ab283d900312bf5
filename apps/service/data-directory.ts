import { mkdirSync } from 'node:fs';
import type { Config } from './config.js';
import { ConfigError, systemErrorCode } from './config-error.js';

/** Why the data directory cannot be made, by the operating system's code. */
const DIRECTORY: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of it is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written to',
  ENOSPC: 'the disk is full',
};

/**
 * Makes the data directory, for this user alone, unless it exists.
 * @throws ConfigError one sentence, where it cannot be made
 */
export function makeDataDirectory({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = DIRECTORY[systemErrorCode(error)];
    throw reason === undefined ? error : new ConfigError([`DATA_DIR ${dataDir} cannot be made: ${reason}.`]);
  }
}
