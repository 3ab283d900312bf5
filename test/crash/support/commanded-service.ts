import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HELD, LAST_APPEND, PAGES, PLAN } from '../../doubles/store-on-command.js';
import type { LastAppend, Step } from '../../doubles/store-on-command.js';
import { EmbeddedDeployment } from '../../support/deployments/embedded.js';
import { temporaryDirectory } from '../../support/deployments/deployment.js';
import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

const MAIN = fileURLToPath(new URL('../../doubles/service-on-command.js', import.meta.url));

/** A service whose event store follows the commands of a test, restarted on the same data. */
export class CommandedService {
  private running: Service | undefined;
  private readonly root = temporaryDirectory();
  readonly deployment = new EmbeddedDeployment(join(this.root, 'data'));
  private readonly commands = join(this.root, 'commands');

  constructor() {
    mkdirSync(this.commands);
  }

  get service(): Service {
    return this.running!;
  }

  async start(): Promise<Service> {
    this.running = await startService({
      main: MAIN,
      deployment: this.deployment,
      env: { COMMANDS_DIR: this.commands },
    });
    return this.running;
  }

  /** The fates of the next appends, one step each. */
  plan(...steps: readonly Step[]): void {
    rmSync(this.file(HELD), { force: true });
    this.say(PLAN, JSON.stringify(steps));
  }

  /** Limits the number of pages of the event file from now on. */
  limitPages(pages: number): void {
    this.say(PAGES, String(pages));
  }

  /** Resolves when the append of a `hold` step has been requested. */
  held(): Promise<void> {
    return until('an append is held', () => existsSync(this.file(HELD)));
  }

  /** Waits until the process has killed itself, and starts it again. */
  async restartAfterKill(): Promise<LastAppend> {
    const { signal } = await this.service.exit;
    expect(signal).toBe('SIGKILL');
    await this.service.kill();
    await this.start();
    return JSON.parse(readFileSync(this.file(LAST_APPEND), 'utf8')) as LastAppend;
  }

  async remove(): Promise<void> {
    await this.running?.kill();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Written by rename, because the service may read the file at any moment. */
  private say(name: string, text: string): void {
    writeFileSync(this.file(`${name}.new`), text);
    renameSync(this.file(`${name}.new`), this.file(name));
  }

  private file(name: string): string {
    return join(this.commands, name);
  }
}
