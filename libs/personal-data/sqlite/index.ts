export { SqliteKeyCopy } from './key-copy.js';
export { SqliteKeyRecords } from './key-records.js';
export { snapshotKeys } from './keys-file-copy.js';
export { type KeysReaderOptions, openKeysReader, SqliteKeysReader } from './sqlite-keys-reader.js';
export { SqlitePersonalKeys, type SqlitePersonalKeysOptions } from './sqlite-personal-keys.js';
