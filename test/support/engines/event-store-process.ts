import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { completeWithin } from '../child-process.js';
import type { StartedStore } from '../places/distributed.js';
import { temporaryDirectory } from '../places/place.js';

const MAIN = fileURLToPath(new URL('../../doubles/eventstoredb/main.js', import.meta.url));
const START_MS = 60_000;

/** The event store as a process of its own with a file, so that it can be killed and stopped as a real one. */
export class EventStoreProcess implements StartedStore {
  private readonly directory = temporaryDirectory();
  private child: ChildProcess | undefined;
  /** The same over restarts. */
  url = '';

  static async start(): Promise<EventStoreProcess> {
    const store = new EventStoreProcess();
    await store.start();
    return store;
  }

  /** Starts it, again on its port and its file. */
  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const { NODE_OPTIONS: _jest, ...env } = process.env;
    const args = [MAIN, '--port', port, '--file', join(this.directory, 'events')];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    const abandon = (): void => void child.kill('SIGKILL');
    process.once('exit', abandon);
    child.once('exit', () => process.off('exit', abandon));
    const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
    [this.url] = await completeWithin(START_MS, line, () => `the event store did not start within ${START_MS} ms`);
  }

  /** As a power cut ends it: nothing is finished, nothing said. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** It answers nothing any more, and its connections stay. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
