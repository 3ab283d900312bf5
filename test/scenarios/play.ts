import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random, seedOfThisRun } from '../support/random.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { ClockedService } from '../dialing/support/clocked-service.js';
import { scenariosIn, withKills } from './with-kills.js';

/**
 * Plays the scenarios of test/scenarios against the service on the pair under test (TEST_PAIR):
 * `play.js [--kill-every N] [files...]` runs their driver and exits with its code. Where a scenario restarts the
 * service, its process is killed with SIGKILL and another one is started on the same data and port: also before one
 * step in N, drawn anew in each run (CRASH_SEED repeats one); default 30.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'kill-every': { type: 'string', default: '30' } },
});
// The driver runs only under its real path: through a link it takes itself for an imported module and plays nothing.
const driver = realpathSync(fileURLToPath(new URL('../../../test/scenarios/run.mjs', import.meta.url)));
const scenarios = positionals.length > 0 ? positionals : scenariosIn(dirname(driver));
const killed = withKills(scenarios, Number(values['kill-every']), new Random(seedOfThisRun()));

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
const args = [driver, url(clocked.service.port), ADMIN_TOKEN, ...killed.files, ...restart];
const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null];
restarts.close();
await clocked.stop();
killed.remove();
process.exitCode = code ?? 1;
