import 'reflect-metadata';
import { StoreOpenError } from '#event-store';
import { ReadModelOpenError } from '#read-model';
import { ConfigError, readConfig } from './config.js';
import { startService } from './service.js';

/** What a service manager takes for "not worth trying again as it is" (sysexits.h, EX_CONFIG). */
const EX_CONFIG = 78;
/** How long a stop may take before it is forced. */
const STOP_MS = 9_500;

// Data of customers lies in the files this process makes: they are nobody else's to read.
process.umask(0o077);

try {
  const service = await startService(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_MS).unref();
      service.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error, 1),
      );
    });
  }
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof StoreOpenError || error instanceof ReadModelOpenError;
  if (expected) fail(error.message, EX_CONFIG);
  else fail(error, 1);
}

function fail(reason: unknown, code: number): never {
  process.stderr.write(`${reason instanceof Error ? reason.stack : String(reason)}\n`);
  process.exit(code);
}
