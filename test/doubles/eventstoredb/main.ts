import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EventStoreDouble } from './event-store-double.js';

/**
 * The double as a process, with the options of the real server that the tests use. It refuses unknown options, also
 * from the environment, as the real server does.
 */
const { port, file } = serverOptions();
const double = await EventStoreDouble.start({ port, ...(file === undefined ? {} : { file }), health: true });
process.once('SIGTERM', () => void double.shutDown().then(() => process.exit(0)));

function serverOptions(): { readonly port: number; readonly file: string | undefined } {
  const variable = Object.keys(process.env).find((name) => /^(?:EVENTSTORE|KURRENTDB)_/.test(name));
  if (variable !== undefined) refuse(`The option ${variable} is not a known option.`);
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      options: {
        insecure: flag,
        'mem-db': flag,
        db: text,
        log: text,
        'node-port': { ...text, default: '2113' },
        'replication-port': text,
        'run-projections': text,
      },
    });
    const { insecure, db } = values;
    if (insecure !== true) refuse('A certificate is required unless --insecure is given.');
    if (db === undefined && values['mem-db'] !== true)
      refuse('The double has no place for data of its own: --db or --mem-db.');
    return { port: Number(values['node-port']), file: values['mem-db'] === true ? undefined : logIn(db!) };
  } catch (error) {
    return refuse(`${(error as Error).message}: not a known option.`);
  }
}

function logIn(directory: string): string {
  mkdirSync(directory, { recursive: true });
  return join(directory, 'log');
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
