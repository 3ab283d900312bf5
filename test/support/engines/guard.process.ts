import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Command, Report } from './guarded-server.js';

/**
 * Starts a server for a process of the tests and outlives that process for a moment: when the channel to it closes, for
 * any reason, the guard kills the server and removes its data directory.
 * `guard.process.js DIRECTORY`; each message is a command to start.
 */
const directory = process.argv[2]!;
let server: ChildProcess | undefined;

process.on('message', (command) => start(command as Command));
process.once('disconnect', () => {
  if (server === undefined) return end();
  server.once('close', end);
  server.kill('SIGKILL');
});
// A signal of the terminal reaches all processes of a run; the guard must end after the process that it serves.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function start({ file, args, env }: Command): void {
  const child = spawn(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  server = child;
  child.once('spawn', () => report({ pid: child.pid! }));
  child.once('error', ({ message }) => {
    server = undefined;
    report({ ended: message });
  });
  child.once('close', (code, signal) => {
    server = undefined;
    report({ ended: `ended with ${code ?? signal}` });
  });
}

function report(what: Report): void {
  // The channel may be closed by now: no process receives the report, and the directory is still to be removed.
  if (process.connected) process.send!(what, () => undefined);
}

function end(): void {
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
}
