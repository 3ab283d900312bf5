import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ADMIN_TOKEN, startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';

/**
 * Runs a program against the built service on the embedded pair, `with-service.js COMMAND [ARGUMENTS...]`, and exits
 * with its code. The program's environment has the service's address (BASE_URL), a key with every scope (KEY), the
 * key's workspace (WORKSPACE) and the token of the admin routes (ADMIN_TOKEN).
 */
/** A line of the log that is an error or worse. */
const FAULT = /"level":(?:50|60|"error"|"fatal")/;
const MOST_FAULTS = 20;

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('Usage: with-service.js COMMAND [ARGUMENTS...]');

const service = await startService();
try {
  const { client, id } = await TestWorkspace.make(service);
  const env = {
    ...process.env,
    BASE_URL: `http://127.0.0.1:${service.port}`,
    KEY: client.token,
    WORKSPACE: id,
    ADMIN_TOKEN,
  };
  const child = spawn(command, args, { env, stdio: 'inherit' });
  // A signal that ends this process ends the command; the service is stopped after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
  // A fault that the program was answered with is told by the log of the service alone.
  const faults = service.stdout.split('\n').filter((line) => FAULT.test(line));
  for (const fault of faults.slice(-MOST_FAULTS)) process.stdout.write(`the service logged: ${fault}\n`);
} finally {
  await service.stop();
}
