import { type Config, readConfig } from '../../../apps/service/config.js';
import { ADMIN_TOKEN } from '../world.js';

/** By ROLES. */
const configs = new Map<string, Config>();
const VARIABLES = {
  EVENTSTORE_URL: 'esdb://simulated:2113',
  READMODEL_URL: 'mongodb://simulated:27017',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  ADMIN_TOKEN,
  RATE_LIMIT_READ: 'off',
  RATE_LIMIT_WRITE: 'off',
  AUTH_FAILURES: 'off',
  LOG_LEVEL: 'error',
};

/** The configuration of a process. @param roles as in ROLES */
export function configOf(roles: string): Config {
  let config = configs.get(roles);
  if (!config) configs.set(roles, (config = readConfig({ ...VARIABLES, ROLES: roles })));
  return config;
}
