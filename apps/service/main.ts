import 'reflect-metadata';
import { StoreOpenError } from '#event-store';
import { PersonalKeysOpenError } from '#personal-data';
import { ReadModelOpenError } from '#read-model';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { type RunningService, startService } from './service.js';
import { STOP_MS } from './serving.js';

/** Tells a service manager that a restart without changes is useless (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;
/**
 * A thread died that is not replaced (sysexits.h, EX_SOFTWARE): a supervisor that restarts on failure starts a new
 * process.
 */
const EX_SOFTWARE = 70;
/**
 * Milliseconds for which /health/live reports a dead thread before the process ends: requests in flight are answered
 * meanwhile.
 */
const DEATH_NOTICE_MS = 2_000;
/**
 * Milliseconds: a Ctrl-C reaches a program under npm twice, from the terminal and from npm; a later one is a second
 * Ctrl-C.
 */
const SAME_KEY_MS = 2_000;

/** What keeps a process from starting, in one sentence for the operator. */
const EXPECTED = [ConfigError, StoreOpenError, PersonalKeysOpenError, ReadModelOpenError];

// The files of this process contain data of customers: no other user may read them.
process.umask(0o077);

try {
  const starting = startService(readConfig(process.env));
  stopOnSignals(starting);
  const service = await starting;
  endOnDeath(service);
  void service.refused.then((error) => endRefused(service, error));
} catch (error) {
  if (EXPECTED.some((kind) => error instanceof kind)) fail((error as Error).message, EX_CONFIG);
  else fail(error, 1);
}

/**
 * From now on SIGTERM and Ctrl-C end the service in good order, once it has started; a second Ctrl-C ends it at once.
 */
function stopOnSignals(starting: Promise<RunningService>): void {
  let stoppingSince: number | undefined;
  const stop = (): void => {
    const now = performance.now();
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > SAME_KEY_MS) process.exit(1);
      return;
    }
    stoppingSince = now;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    starting
      .then((service) => service.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error, 1),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}

/** A process without one of its threads would answer 503 for ever: it ends, as orderly as it can. */
function endOnDeath(service: RunningService): void {
  const end = (): void => {
    const exit = (): never => process.exit(EX_SOFTWARE);
    setTimeout(exit, STOP_MS).unref();
    service.close().then(exit, exit);
  };
  void service.died.then(() => setTimeout(end, DEATH_NOTICE_MS));
}

/** The configuration turned out to be wrong: the process ends as if it had been refused at the start. */
async function endRefused(service: RunningService, { message }: ConfigError): Promise<never> {
  setTimeout(() => fail(message, EX_CONFIG), STOP_MS).unref();
  await service.close().catch(() => undefined);
  fail(message, EX_CONFIG);
}

function fail(reason: unknown, code: number): never {
  process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`);
  process.exit(code);
}
