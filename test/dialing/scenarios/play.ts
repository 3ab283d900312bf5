import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN_TOKEN } from '../../support/service.js';
import { ClockedService } from '../support/clocked-service.js';

/**
 * Plays the shared scenarios against the service on the pair of this run (TEST_PAIR): `play.js RUN_MJS [files...]` runs their driver and ends as it
 * does. Where a scenario restarts the service, its process is killed with SIGKILL and another one started on the same data and port.
 */
const [named, ...files] = process.argv.slice(2);
if (named === undefined) throw new Error('Usage: play.js PATH_OF_RUN_MJS [files...]');
// By another name it takes itself for a module, and plays nothing.
const driver = realpathSync(named);

const clocked = await ClockedService.start();
const url = (port: number): string => `http://127.0.0.1:${port}`;
const restarts = createServer((_request, response) => {
  clocked.restart().then(
    () => response.end(),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(0, '127.0.0.1');
await once(restarts, 'listening');

const { port } = restarts.address() as AddressInfo;
const ask = `fetch('${url(port)}').then(async (answer) => answer.ok || Promise.reject(new Error(await answer.text())))`;
const restart = ['--restart-cmd', `'${process.execPath}' -e "${ask}"`];
const args = [driver, url(clocked.service.port), ADMIN_TOKEN, ...files, ...restart];
const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null];
restarts.close();
await clocked.stop();
process.exitCode = code ?? 1;
