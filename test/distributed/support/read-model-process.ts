import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startMongoServer } from '../../doubles/mongodb/server.js';
import type { MongoServerProcess } from '../../doubles/mongodb/server.js';
import type { StartedStore } from '../../support/deployments/distributed.js';
import { temporaryDirectory } from '../../support/deployments/deployment.js';

/** A MongoDB for one test, in a process with a file: it can be stopped and restarted. */
export class ReadModelProcess implements StartedStore {
  private readonly directory = temporaryDirectory();
  private server: MongoServerProcess | undefined;
  /** The URL, the same after a restart. */
  url = '';

  static async start(): Promise<ReadModelProcess> {
    const store = new ReadModelProcess();
    await store.start();
    return store;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Starts the server, after a stop on the same port and file. */
  async start(): Promise<void> {
    const port = this.url === '' ? 0 : this.port;
    this.server = await startMongoServer({ port, file: join(this.directory, 'rows') });
    this.url = this.server.url;
  }

  /** Stops it in an orderly way: the stand-in writes its file late, where MongoDB's journal has acknowledged writes. */
  async end(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
