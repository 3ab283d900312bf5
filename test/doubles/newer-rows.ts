import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { idempotencyProjection } from '#workspace-head';
import { SqliteReadModelWriter } from '#read-model/sqlite';

/**
 * Loaded before the program, and before each of its threads (node --import): it is then a version with rows of another
 * shape. While there is a file HOLD_ROWS, its rows stay behind the log from their second commit on.
 */
Object.assign(idempotencyProjection, { version: idempotencyProjection.version + 1 });
const hold = process.env['HOLD_ROWS'];
if (!isMainThread && hold) {
  const { prototype } = SqliteReadModelWriter;
  const { value: commit } = Object.getOwnPropertyDescriptor(prototype, 'commit') as { value: typeof prototype.commit };
  let commits = 0;
  prototype.commit = async function (...args) {
    if (commits > 0) while (existsSync(hold)) await setTimeout(10);
    commits += 1;
    return commit.apply(this, args);
  };
}
