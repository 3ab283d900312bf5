import 'reflect-metadata';
import { SqliteEventStore } from '#event-store/sqlite';
import { readConfig } from '../../apps/service/config.js';
import { startService } from '../../apps/service/service.js';
import { StoreOnCommand } from './store-on-command.js';

/** The service with one change: its event store follows the files in COMMANDS_DIR. */
const directory = process.env['COMMANDS_DIR']!;

// The store that callers see seals; the pages are those of the file below it.
const open = SqliteEventStore.open.bind(SqliteEventStore);
let file: SqliteEventStore;
SqliteEventStore.open = async (options) => (file = await open(options));

const service = await startService(readConfig(process.env), {
  around: (pair) => {
    const limitPages = (pages: number): Promise<void> => file.limitPages(pages);
    return { ...pair, store: new StoreOnCommand(pair.store, { directory, limitPages }) };
  },
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
