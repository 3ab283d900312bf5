export type { CopiedLog } from './appending.js';
export { copyLog, type CopyLogOptions } from './copy-log.js';
