export { MongoPersonalKeys, type MongoPersonalKeysOptions } from './mongo-personal-keys.js';
