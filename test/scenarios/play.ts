import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ADMIN_TOKEN } from '../support/service.js';
import { ClockedService } from '../dialing/support/clocked-service.js';

/**
 * Plays the scenarios of test/scenarios against the service on the pair under test (TEST_PAIR): `play.js [files...]`
 * runs their driver and exits with its code. Where a scenario restarts the service, its process is killed with SIGKILL
 * and another one is started on the same data and port.
 */
const files = process.argv.slice(2);
// The driver runs only under its real path: through a link it takes itself for an imported module and plays nothing.
const driver = realpathSync(fileURLToPath(new URL('../../../test/scenarios/run.mjs', import.meta.url)));

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
