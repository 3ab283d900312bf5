import { chmod, copyFile } from 'node:fs/promises';
import { syncPath } from '#event-store/sqlite';

/** Copies a file, for its owner only. The copy is durable once this resolves; its name is not yet. */
export async function copyDurably(file: string, copy: string): Promise<void> {
  await copyFile(file, copy);
  await chmod(copy, 0o600);
  syncPath(copy);
}
