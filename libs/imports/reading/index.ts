export { FileError, type FileErrorCode } from './file-error.js';
export { BATCH_SIZE, FILE_LIMITS } from './file.js';
export type { BatchSize, FileFormat, FileLimits, FileOptions, FileRow, RowBatch, UnreadableCode } from './file.js';
export { readRows } from './read-rows.js';
