import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startMongoServer } from '../../doubles/mongodb/server.js';
import type { MongoServerProcess } from '../../doubles/mongodb/server.js';
import type { StartedStore } from '../../support/deployments/distributed.js';
import { temporaryDirectory } from '../../support/deployments/deployment.js';

/** The read model's server as a process of this test alone, with a file: it can be stopped and started again. */
export class ReadModelProcess implements StartedStore {
  private readonly directory = temporaryDirectory();
  private server: MongoServerProcess | undefined;
  /** The same over restarts. */
  url = '';

  static async start(): Promise<ReadModelProcess> {
    const store = new ReadModelProcess();
    await store.start();
    return store;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Starts it, again on its port and its file. */
  async start(): Promise<void> {
    const port = this.url === '' ? 0 : this.port;
    this.server = await startMongoServer({ port, file: join(this.directory, 'rows') });
    this.url = this.server.url;
  }

  /** In good order: what was acknowledged is in the file, as MongoDB's journal has it (the stand-in writes late otherwise). */
  async end(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
