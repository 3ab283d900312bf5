export { bulk, upsert } from './bulk.js';
export { Calls } from './calls.js';
export { MongoReadModelConnection } from './connection.js';
export { find } from './find.js';
export type { Health } from './health.js';
export { HeartbeatWatchdog } from './heartbeat-watchdog.js';
export { openClient } from './open-client.js';
export { chunked, ID_INDEX, keyQueries } from './queries.js';
export { databaseOf, mongoUrlProblem } from './url.js';
