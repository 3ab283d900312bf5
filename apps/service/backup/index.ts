export { type Backup, type BackupOptions, makeBackup } from './make-backup.js';
export type { Manifest } from './manifest.js';
export { restoreBackup, type Restored, type RestoreOptions, verifyBackup } from './restore-backup.js';
