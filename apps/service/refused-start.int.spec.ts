import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { startService } from './service.js';

describe('a service whose directory or address is not available', () => {
  const directory = mkdtempSync(join(tmpdir(), 'place-'));
  let other: Server;
  let taken: number;

  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    taken = (other.address() as { port: number }).port;
  });
  afterAll(async () => {
    await new Promise((resolve) => other.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  });

  const problems = async (environment: Record<string, string>): Promise<readonly string[]> => {
    const config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', PORT: '0', ...environment });
    const service = await startService(config).catch((error: unknown) => error);
    if (service instanceof ConfigError) return service.problems;
    throw new Error('it started, or fell', { cause: service });
  };

  it('reports that its port is in use, and releases its data directory', async () => {
    const sentence = `PORT ${taken} of 127.0.0.1 is in use by another program.`;
    for (let start = 0; start < 2; start += 1) expect(await problems({ PORT: String(taken) })).toEqual([sentence]);
  });

  it('also reports it for the port of its metrics', async () => {
    const sentence = `METRICS_PORT ${taken} of 127.0.0.1 is in use by another program.`;
    expect(await problems({ METRICS_PORT: String(taken) })).toEqual([sentence]);
    expect(await problems({ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' })).toEqual([
      'METRICS_HOST 192.0.2.1 is no address of this machine.',
    ]);
  });

  it('reports an invalid address', async () => {
    expect(await problems({ HOST: '192.0.2.1' })).toEqual(['HOST 192.0.2.1 is no address of this machine.']);
  });

  it('reports a file in place of its data directory', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(await problems({ DATA_DIR: file })).toEqual([`DATA_DIR ${file} cannot be made: it is a file.`]);
    const below = join(file, 'data');
    expect(await problems({ DATA_DIR: below })).toEqual([`DATA_DIR ${below} cannot be made: a part of it is a file.`]);
  });
});
