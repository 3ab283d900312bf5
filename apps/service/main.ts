import 'reflect-metadata';
import { StoreOpenError } from '#event-store';
import { ReadModelOpenError } from '#read-model';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { type RunningService, startService } from './service.js';
import { STOP_MS } from './serving.js';

/** What a service manager takes for "not worth trying again as it is" (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;
/**
 * A thread that nothing replaces has died (sysexits.h, EX_SOFTWARE): a supervisor that restarts on failure starts the
 * process anew.
 */
const EX_SOFTWARE = 70;
/**
 * How long /health/live says that a thread has died before the process ends: requests in flight are answered meanwhile.
 */
const DEATH_NOTICE_MS = 2_000;
/** A Ctrl-C reaches a program under npm twice, from the terminal and from npm; one that comes later than this is meant. */
const SAME_KEY_MS = 2_000;

// Data of customers lies in the files this process makes: they are nobody else's to read.
process.umask(0o077);

try {
  const starting = startService(readConfig(process.env));
  stopOnSignals(starting);
  const service = await starting;
  endOnDeath(service);
  void service.refused.then((error) => endRefused(service, error));
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof StoreOpenError || error instanceof ReadModelOpenError;
  if (expected) fail(error.message, EX_CONFIG);
  else fail(error, 1);
}

/** From now on SIGTERM and Ctrl-C end the service in good order, once it has started; a second Ctrl-C that is meant ends it at once. */
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

/** A process without one of its threads would answer 503 for ever: it ends, in good order as far as that goes. */
function endOnDeath(service: RunningService): void {
  const end = (): void => {
    const exit = (): never => process.exit(EX_SOFTWARE);
    setTimeout(exit, STOP_MS).unref();
    service.close().then(exit, exit);
  };
  void service.died.then(() => setTimeout(end, DEATH_NOTICE_MS));
}

/** The configuration turned out to be wrong: as if it had been refused at the start. */
async function endRefused(service: RunningService, { message }: ConfigError): Promise<never> {
  setTimeout(() => fail(message, EX_CONFIG), STOP_MS).unref();
  await service.close().catch(() => undefined);
  fail(message, EX_CONFIG);
}

function fail(reason: unknown, code: number): never {
  process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`);
  process.exit(code);
}
