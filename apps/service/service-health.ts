import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { TimeZoneTrouble } from '#dialing';
import { HealthChecks } from '#http';
import { type ClockTrouble, instant } from '#kernel';
import { countStoredSecrets } from '#workspaces';
import type { Config } from './config.js';
import type { ConfigError } from './config-error.js';
import { HealthLog } from './health-log.js';
import { watchHeldStreams } from './held-health.js';
import type { Ports } from './ports.js';
import { SecretsCheck } from './secrets-check.js';
import type { StorePair } from './store-pair.js';
import type { Workers } from './workers.js';

export interface HealthSources {
  readonly config: Config;
  readonly pair: StorePair;
  readonly ports: Ports;
  /** Undefined: this process has no workers. */
  readonly workers: Workers | undefined;
  /** A sentence while the machine's clock is wrong. */
  readonly clockTrouble: ClockTrouble;
  readonly logger: Logger;
}

export interface ServiceHealth {
  /** @see RunningService.died */
  readonly died: Promise<Error>;
  /** @see RunningService.refused */
  readonly refused: Promise<ConfigError>;
  readonly stop: () => void;
}

/** Registers every health check of the process, logs each change of the health, and reports what ends the process. */
export function startHealth(app: NestFastifyApplication, sources: HealthSources): ServiceHealth {
  const { config, pair, ports, workers, clockTrouble, logger } = sources;
  watchHeldStreams(app, ports.heldBoard);
  const checks = app.get(HealthChecks);
  checks.add('event_store', pair.checks.eventStore);
  checks.add('read_model', pair.checks.readModel);
  checks.add('personal_keys', pair.checks.personalKeys);
  const { eventsIndex } = pair;
  // Nothing but GET /events waits for it.
  if (eventsIndex) checks.add('events_index', () => eventsIndex.trouble(), { isEssential: false });
  if (workers) checks.add('workers', workers.health);
  for (const [name, check] of Object.entries(workers?.parked ?? {})) checks.add(name, check, { isEssential: false });
  checks.add('clock', clockTrouble);
  // Only the role api dials.
  if (config.roles.has('api')) {
    const zones = app.get(TimeZoneTrouble);
    checks.add('time_zones', () => zones.trouble(), { isEssential: false });
  }
  const died = pair.died.then((err) => {
    checks.noteDeath(err.message);
    logger.fatal({ err }, 'a thread has died: the process has to be started anew');
    return err;
  });
  const secrets = checkSecrets(config, pair, ports);
  checks.add('signing_secrets', secrets.health, { isEssential: false });
  const healthLog = new HealthLog({ checks, logger, timers: ports.machine.timers });
  healthLog.start();
  const stop = (): void => {
    healthLog.stop();
    secrets.stop();
  };
  return { died, refused: secrets.refused, stop };
}

/** Checks SECRETS_KEY against the stored secrets, as soon as the rows are complete. */
function checkSecrets(
  config: Config,
  { progress, readModel }: StorePair,
  { box, clock, machine }: Ports,
): SecretsCheck {
  const check = new SecretsCheck({
    count: () => countStoredSecrets(readModel, box, instant(clock.now())),
    timers: machine.timers,
    isKeyLost: config.secretsKeyLost,
  });
  // Without a complete copy there are no secrets to check; the check of the read model reports why.
  progress.whenReady().then(
    () => check.begin(),
    () => undefined,
  );
  return check;
}
