import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, MongoClient } from 'mongodb';
import { mongoServer } from '../../doubles/mongodb/server.js';
import { startEventStore } from '../engines/event-store.js';
import { withDatabase } from '../engines/mongodb-url.js';
import type { Log } from '../log.js';
import { START } from '../log.js';
import { EventStoreDbLog } from './eventstoredb-log.js';
import type { Deployment } from './deployment.js';

/** Timeout for finding the server, in milliseconds. */
const FOUND_MS = 5_000;

/** A store that is running: its URL, and how to stop it. */
export interface StartedStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** A document, and its collection. */
export interface StoredDocument {
  readonly collection: string;
  readonly document: Readonly<Record<string, unknown>>;
}

/** The stores of a deployment, if a test provides its own. */
export interface DistributedStores {
  /** Default: a new event store for this deployment. */
  readonly eventStore?: StartedStore;
  /** The data directory of that event store, where it stores on the disk: `storedBytes` has its files. */
  readonly eventStoreDirectory?: string;
  /** Default: the MongoDB of the run. In both cases the deployment has its own database there, dropped at the end. */
  readonly readModel?: StartedStore;
  /** URLs of proxies, without a database, that the service gets instead of those of the stores. */
  readonly proxyUrls?: { readonly eventStore?: string; readonly readModel?: string };
  /** The key that encrypts the secrets in the event store. Default: a new key. */
  readonly secretsKey?: string;
  /** The URL of the personal keys. Default: none, so a database of their own beside that of the rows. */
  readonly personalKeysUrl?: string;
}

/** An event store and a MongoDB database. Any number of services can share them. */
export class DistributedDeployment implements Deployment {
  readonly env: Readonly<Record<string, string>>;
  /** Must not exist at the end: a service on this pair keeps nothing on its disk. */
  private readonly dataDir: string;

  private constructor(
    private readonly eventStore: StartedStore,
    private readonly readModel: StartedStore,
    private readonly database: string,
    private readonly stores: DistributedStores,
  ) {
    const { proxyUrls = {}, secretsKey = randomBytes(32).toString('base64'), personalKeysUrl } = stores;
    this.dataDir = join(tmpdir(), `smart-lists-${database}`);
    this.env = {
      DATA_DIR: this.dataDir,
      EVENTSTORE_URL: proxyUrls.eventStore ?? eventStore.url,
      READMODEL_URL: withDatabase(proxyUrls.readModel ?? readModel.url, database),
      SECRETS_KEY: secretsKey,
      ...(personalKeysUrl !== undefined && { PERSONAL_KEYS_URL: personalKeysUrl }),
    };
  }

  static async make(stores: DistributedStores = {}): Promise<DistributedDeployment> {
    const { eventStore, readModel } = stores;
    const [events, rows] = await Promise.all([eventStore ?? startEventStore(), readModel ?? mongoServer()]);
    const database = `test_${randomBytes(8).toString('hex')}`;
    return new DistributedDeployment(events, rows, database, stores);
  }

  /**
   * A second deployment with the same event store, personal keys and SECRETS_KEY, and another database on the MongoDB
   * of the run. Removing it keeps the event store and the personal keys.
   */
  withEmptyReadModel(): Promise<DistributedDeployment> {
    const { url } = this.eventStore;
    const secretsKey = this.env['SECRETS_KEY']!;
    const personalKeysUrl = this.env['PERSONAL_KEYS_URL'] ?? withDatabase(this.readModel.url, `${this.database}_keys`);
    const eventStore = { url, stop: () => Promise.resolve() };
    return DistributedDeployment.make({ eventStore, secretsKey, personalKeysUrl });
  }

  openLog(): Promise<Log> {
    return Promise.resolve(new EventStoreDbLog(this.eventStore.url));
  }

  async storedBytes(): Promise<readonly Buffer[]> {
    const log = await this.openLog();
    const events = await log.after(START);
    await log.close();
    const stored = await Promise.all([this.database, `${this.database}_keys`].map((name) => this.documentsOf(name)));
    return [
      ...events.map((event) => Buffer.from(JSON.stringify(event))),
      ...stored.flat().map(({ document }) => Buffer.from(BSON.serialize(document))),
      ...this.filesOfEventStore(),
    ];
  }

  private filesOfEventStore(): readonly Buffer[] {
    const { eventStoreDirectory: directory } = this.stores;
    if (directory === undefined) return [];
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  }

  /** Every document of the read model, with its collection. */
  documents(): Promise<readonly StoredDocument[]> {
    return this.documentsOf(this.database);
  }

  private documentsOf(database: string): Promise<readonly StoredDocument[]> {
    return this.withClient(async (client) => {
      const db = client.db(database);
      const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      const all = names.sort().map(async (collection) =>
        (await db.collection(collection).find().sort({ _id: 1 }).toArray()).map((document) => ({
          collection,
          document,
        })),
      );
      return (await Promise.all(all)).flat();
    });
  }

  async collectionsOf(workspaceId: string): Promise<readonly string[]> {
    const own = (await this.documents()).filter(({ document }) => document['workspace_id'] === workspaceId);
    return [...new Set(own.map(({ collection }) => collection.split('.')[0]!))].sort();
  }

  async deleteReadModel(): Promise<void> {
    await this.withClient((client) => client.db(this.database).dropDatabase());
  }

  /** @throws Error when a service has created its data directory. */
  async remove(): Promise<void> {
    try {
      await this.deleteReadModel();
    } finally {
      await Promise.all([this.eventStore.stop(), this.readModel.stop()]);
    }
    if (existsSync(this.dataDir)) throw new Error(`a service on the distributed pair made ${this.dataDir}`);
  }

  private async withClient<Result>(work: (client: MongoClient) => Promise<Result>): Promise<Result> {
    const client = await MongoClient.connect(this.readModel.url, { serverSelectionTimeoutMS: FOUND_MS });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }
}
