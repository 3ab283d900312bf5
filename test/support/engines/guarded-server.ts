import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { keep } from '../child-process.js';

const GUARD = fileURLToPath(new URL('./guard.process.js', import.meta.url));
/** The number of lines of the server's output that the message of a failure shows. */
const LAST_LINES = 30;

/** What the guard is asked to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** What the guard reports: the server runs; or it has ended, and how. */
export type Report = { readonly pid: number } | { readonly ended: string };

/**
 * A server in a process of its own that can be started repeatedly on one directory. It is killed when the process that
 * started it ends, for any reason.
 */
export class GuardedServer {
  /** The data directory; removed at the end. */
  readonly directory: string;
  private readonly guard: ChildProcess;
  private readonly lines: string[] = [];
  private reported: (report: Report) => void = () => undefined;
  private running: { readonly pid: number } | undefined;
  /** Of the server that was started last: its end may be reported before `start` returns. */
  private lastEnded = Promise.resolve('is not running');
  private readonly guardGone: Promise<void>;

  /** @param parent the parent of the data directory. */
  constructor(parent = tmpdir()) {
    this.directory = mkdtempSync(join(parent, 'smart-lists-server-'));
    this.guard = fork(GUARD, [this.directory], { execArgv: [], silent: true });
    for (const stream of [this.guard.stdout!, this.guard.stderr!]) {
      createInterface(stream).on('line', (line) => keep(this.lines, line));
    }
    this.guardGone = new Promise((resolve) => this.guard.once('exit', () => resolve()));
    this.guard.on('message', (report) => this.reported(report as Report));
  }

  /** The process id of the running server. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** How the server that was started last has ended; resolves when it does. */
  get ended(): Promise<string> {
    return this.lastEnded;
  }

  /** The last lines of its output. */
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

  /** Sends a signal to the server itself; does nothing when it is not running. */
  signal(name: NodeJS.Signals): void {
    if (this.pid !== undefined) process.kill(this.pid, name);
  }

  /** Kills the server, also a paused one, and removes the directory. */
  async remove(): Promise<void> {
    if (this.guard.connected) this.guard.disconnect();
    await this.guardGone;
    // A guard that was killed by a signal has not ended the server and not removed the directory.
    if (this.guard.signalCode === null) return;
    this.signal('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }
}
