export { type CopiedLog, copyLog, type CopyLogOptions } from './copy-log.js';
