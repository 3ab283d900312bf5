import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { keep } from '../child-process.js';

const GUARD = fileURLToPath(new URL('./guard.process.js', import.meta.url));
/** The last lines of a server, for the message of a failure. */
const LAST_LINES = 30;

/** What the guard starts. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** What the guard says: the server runs; it has ended, and how. */
export type Report = { readonly pid: number } | { readonly ended: string };

/**
 * A server in a process of its own, started again and again on one directory. It dies with the process that
 * started it, however that ends.
 */
export class GuardedServer {
  /** Its own; removed at the end. */
  readonly directory: string;
  private readonly guard: ChildProcess;
  private readonly lines: string[] = [];
  private reported: (report: Report) => void = () => undefined;
  private running: { readonly pid: number } | undefined;
  /** Of the server that was started last: its end may be reported before its starter goes on. */
  private lastEnded = Promise.resolve('is not running');
  private readonly guardGone: Promise<void>;

  /** @param parent where the directory is made. */
  constructor(parent = tmpdir()) {
    this.directory = mkdtempSync(join(parent, 'smart-lists-server-'));
    this.guard = fork(GUARD, [this.directory], { execArgv: [], silent: true });
    for (const stream of [this.guard.stdout!, this.guard.stderr!]) {
      createInterface(stream).on('line', (line) => keep(this.lines, line));
    }
    this.guardGone = new Promise((resolve) => this.guard.once('exit', () => resolve()));
    this.guard.on('message', (report) => this.reported(report as Report));
  }

  /** Of the server that runs now. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** How the server that was started last has ended, when it does. */
  get ended(): Promise<string> {
    return this.lastEnded;
  }

  /** What it said last. */
  get said(): string {
    return this.lines.slice(-LAST_LINES).join('\n');
  }

  /** @throws Error when it cannot be run. */
  async start(command: Command): Promise<void> {
    let end: (how: string) => void;
    const ended = new Promise<string>((resolve) => (end = resolve));
    this.lastEnded = ended;
    await new Promise<void>((resolve, reject) => {
      void this.guardGone.then(() => reject(new Error(`the guard of ${command.file} has ended`)));
      this.reported = (report) => {
        if ('pid' in report) {
          this.running = { pid: report.pid };
          return resolve();
        }
        this.running = undefined;
        end(report.ended);
        reject(new Error(`${command.file} cannot be run: ${report.ended}`));
      };
      this.guard.send(command);
    });
  }

  /** Sends a signal to the server itself; nothing when it does not run. */
  signal(name: NodeJS.Signals): void {
    if (this.pid !== undefined) process.kill(this.pid, name);
  }

  /** Kills it, stopped or not, and removes the directory. */
  async remove(): Promise<void> {
    if (this.guard.connected) this.guard.disconnect();
    await this.guardGone;
    // A guard that was killed itself has ended nothing and removed nothing.
    if (this.guard.signalCode === null) return;
    this.signal('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }
}
