import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { idempotencyProjection } from '#workspace-head';
import { SqliteReadModelWriter } from '#read-model/sqlite';

/**
 * Loaded before the program and before each of its threads (node --import): the service then has the projections of a
 * newer version, with rows of another shape. While the file HOLD_ROWS exists, the rows stop after their first commit.
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
