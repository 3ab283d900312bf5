import { parseArgs } from 'node:util';
import { EventStoreDouble } from './event-store-double.js';

/** The double as a process of its own, to be killed and stopped: `main.js [--port N] [--file F]` prints its URL in one line. */
const { values } = parseArgs({ options: { port: { type: 'string' }, file: { type: 'string' } } });
const double = await EventStoreDouble.start({
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
  ...(values.file === undefined ? {} : { file: values.file }),
});
process.stdout.write(`${double.url}\n`);
process.once('SIGTERM', () => void double.shutDown().then(() => process.exit(0)));
