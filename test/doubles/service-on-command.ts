import 'reflect-metadata';
import type { SqliteEventStore } from '#event-store/sqlite';
import { readConfig } from '../../apps/service/config.js';
import { startService } from '../../apps/service/service.js';
import { StoreOnCommand } from './store-on-command.js';

/** The service with one change: its event store follows the files in COMMANDS_DIR. */
const directory = process.env['COMMANDS_DIR']!;
const service = await startService(readConfig(process.env), {
  around: (pair) => ({ ...pair, store: new StoreOnCommand(pair.store as SqliteEventStore, directory) }),
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
