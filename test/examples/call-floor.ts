import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { authority } from '../../libs/webhooks/testing/index.js';
import { EmbeddedDeployment } from '../support/deployments/embedded.js';
import { ROOT } from '../support/documentation.js';
import { freePorts } from '../support/engines/free-ports.js';
import { InstalledClient } from '../support/installed-client.js';
import { startService } from '../support/service.js';
import { toReceiversHere } from '../support/webhooks.js';
import { TestWorkspace } from '../support/workspace.js';

/*
 * Runs examples/call-floor as an integrator does: compiled strictly against the packed client, in a folder of its own,
 * as a process that knows the address of the service, a key and its receiver. The service is killed with SIGKILL when
 * half of the calls are over, and started again on the same data. Ends with the exit status of the example.
 */

const EXAMPLE = join(ROOT, 'examples', 'call-floor');

/** What examples/call-floor/README.md says that the key needs. */
const SCOPES = [
  ...(['contacts:read', 'contacts:write', 'smart_lists:read', 'smart_lists:write'] as const),
  ...(['calls:read', 'calls:write', 'webhooks:admin'] as const),
];

/** A line of the example that tells its progress. */
const PROGRESS = /^(\d+) of (\d+) calls$/;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Aborted by a signal: the example is killed then, and everything is removed as after any other failure. */
const cutOff = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cutOff.abort());

/** Installs the packed client and compiles the example beside it. @throws Error what the compiler says */
async function compiledExample(): Promise<string> {
  const client = await InstalledClient.make();
  const sources = (await readdir(EXAMPLE)).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  for (const name of sources) await cp(join(EXAMPLE, name), join(client.folder, name));
  const said = [...(await client.compile()).values()].flat();
  if (said.length > 0) throw new Error(said.join('\n'));
  return client.folder;
}

/** @returns the exit status of the example; 1 if it ended before the service could be killed */
async function play(): Promise<number> {
  const folder = await compiledExample();
  const { cert, key } = authority.issue(['127.0.0.1']);
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const [port, receiverPort] = await freePorts(2);
  // Its rate limits are those of production.
  const limits = { RATE_LIMIT_READ: '', RATE_LIMIT_WRITE: '' };
  const options = {
    deployment: new EmbeddedDeployment(),
    env: { ...toReceiversHere(), ...limits, PORT: String(port) },
  };
  let service = await startService(options);
  try {
    const { client } = await (await TestWorkspace.make(service)).key({ scopes: SCOPES });
    const knows = { BASE_URL: `http://127.0.0.1:${port}`, KEY: client.token, RECEIVER_PORT: String(receiverPort) };
    const example = spawn(process.execPath, ['main.js'], {
      ...{ cwd: folder, env: { ...process.env, ...knows }, stdio: ['ignore', 'pipe', 'inherit'] },
      ...{ signal: cutOff.signal, killSignal: 'SIGKILL' },
    });
    const closed = once(example, 'close') as Promise<[number | null]>;
    // Awaited below: until then nothing catches it.
    closed.catch(() => undefined);
    let isKilled = false;
    try {
      for await (const line of createInterface(example.stdout)) {
        say(line);
        const [, done, all] = PROGRESS.exec(line) ?? [];
        if (isKilled || Number(done) * 2 < Number(all) || done === undefined) continue;
        isKilled = true;
        await service.kill();
        service = await startService(options);
        say('the service was killed, and is back');
      }
    } finally {
      example.kill('SIGKILL');
    }
    const [code] = await closed;
    if (!isKilled) say('The example ended before the service was killed.');
    return isKilled ? (code ?? 1) : 1;
  } finally {
    await service.kill();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'smart-lists-example-'));
// Temporary files of this process, and of all that it starts, lie in there.
process.env['TMPDIR'] = folder;
try {
  process.exitCode = await play();
} finally {
  await rm(folder, { recursive: true, force: true });
}
