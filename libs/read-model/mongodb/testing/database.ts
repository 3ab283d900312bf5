import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { withDatabase } from '../../../../test/support/engines/mongodb-url.js';

/** A database of a test's own. */
export interface TestDatabase {
  readonly name: string;
  /** With which the database is opened, the options of a URL included. */
  readonly url: string;
  /** Works on it as its owner. */
  using<Result>(work: (database: Db) => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
}

/**
 * @param server its URL.
 * @param through the same server by way of a proxy: what `url` names.
 */
export function testDatabase(server: string, options = '', through = server): TestDatabase {
  const name = `test_${randomUUID().slice(0, 18)}`;
  const using = async <Result>(work: (database: Db) => Promise<Result>): Promise<Result> => {
    const client = new MongoClient(server);
    try {
      return await work(client.db(name));
    } finally {
      await client.close();
    }
  };
  const drop = async () => {
    await using((database) => database.dropDatabase());
  };
  return { name, url: withDatabase(through, name, options), using, drop };
}
