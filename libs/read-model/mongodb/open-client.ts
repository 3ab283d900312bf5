import { MongoClient, type MongoClientOptions, type ReadConcernLevel } from 'mongodb';
import { connect, refuseOld } from './connecting.js';
import { inTime } from './errors.js';
import { Health } from './health.js';
import { openProblem } from './open-problem.js';

export const OPEN_MS = 10_000;
/**
 * Milliseconds between two heartbeats. Health and calls under way notice an outage within HEARTBEAT_MS + CONNECT_MS.
 */
export const HEARTBEAT_MS = 2_000;
/** Milliseconds after which a connection attempt, or a polled heartbeat without an answer, has failed. */
export const CONNECT_MS = 2_500;
/** Milliseconds that a call waits for a primary before it fails: an election takes 1 to 2 s. */
export const SELECTION_MS = 3_000;
/** Milliseconds without a byte after which a socket is closed. */
export const SOCKET_MS = 8_000;
/** Milliseconds within which the majority acknowledges a write, or the server reports what it waited for. */
export const ACKNOWLEDGED_MS = 5_000;

/**
 * Overrides the URL: the order of rows, projected revisions and checkpoint depends on these options, and so do the
 * service's time limits.
 */
const OPTIONS: MongoClientOptions = {
  appName: 'smart-lists',
  readPreference: 'primary',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: ACKNOWLEDGED_MS },
  // A write in doubt is repeated by its caller, which first reads whether it was carried out. The driver repeats
  // without a report, and where a server cannot tell a repetition from the first statement, a moved checkpoint would
  // look like another owner's.
  retryWrites: false,
  ignoreUndefined: true,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  connectTimeoutMS: CONNECT_MS,
  socketTimeoutMS: SOCKET_MS,
  waitQueueTimeoutMS: SELECTION_MS,
};

export interface ClientOptions {
  /** See `mongoUrlProblem`. */
  readonly url: string;
  readonly database: string;
  /** Milliseconds in which it tries to reach a primary. */
  readonly openTimeoutMs?: number | undefined;
  /** The level of reads; the URL's, or else the driver's, by default. */
  readonly readConcernLevel?: ReadConcernLevel;
}

/**
 * Connects a client as all stores of the service do, and prepares its database.
 * @throws ReadModelOpenError in one sentence that names MongoDB: no server answers, wrong credentials or rights, too
 *   old, another kind of server. The client is closed then.
 */
export async function openClient<Result>(
  { url, database, openTimeoutMs = OPEN_MS, readConcernLevel }: ClientOptions,
  prepare: (client: MongoClient, health: Health) => Promise<Result>,
): Promise<Result> {
  const client = new MongoClient(url, {
    ...OPTIONS,
    ...(readConcernLevel ? { readConcernLevel } : {}),
    serverSelectionTimeoutMS: Math.min(SELECTION_MS, openTimeoutMs),
  });
  const health = new Health(client);
  try {
    await connect(client, openTimeoutMs);
    const prepared = () => refuseOld(client, database).then(() => prepare(client, health));
    return await inTime(prepared, Math.max(openTimeoutMs, OPEN_MS));
  } catch (error) {
    await client.close();
    const { srvHost, hosts, tls, replicaSet } = client.options;
    const asked = { hosts: srvHost ?? hosts.join(', '), database, timeoutMs: openTimeoutMs, tls, replicaSet };
    throw openProblem(error, asked);
  }
}
