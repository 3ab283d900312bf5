export { MongoReadModelConnection } from './connection.js';
export { mongoUrlProblem } from './url.js';
