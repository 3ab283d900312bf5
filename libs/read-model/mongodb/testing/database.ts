import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { withDatabase } from '../../../../test/support/engines/mongodb-url.js';

/** A database for one test. */
export interface TestDatabase {
  readonly name: string;
  /** Opens the database, with the options of a URL. */
  readonly url: string;
  /** Works on the database as its owner. */
  using<Result>(work: (database: Db) => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
}

/**
 * @param server its URL
 * @param through the same server by way of a proxy: the host of `url`
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
