export { MongoKeyRecords } from './key-records.js';
export { MongoPersonalKeys, type MongoPersonalKeysOptions } from './mongo-personal-keys.js';
