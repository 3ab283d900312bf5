import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log.js';

/** The two shapes of deployment (docs/architecture.md#deployments). */
export type Pair = 'embedded' | 'distributed';

/** Where a service keeps all that outlives it: stopped and started here again, it goes on. */
export interface Deployment {
  /** The settings of a service that lives here. */
  readonly env: Readonly<Record<string, string>>;

  /** Opens the log, past the service. */
  openLog(): Promise<Log>;

  /** The bytes of everything that is kept here: files, or events and documents. */
  storedBytes(): Promise<readonly Buffer[]>;

  /** The collections that hold a row of a workspace, in alphabetical order; read past the service. */
  collectionsOf(workspaceId: string): Promise<readonly string[]>;

  /** The read model is lost; on the distributed pair under a running service's feet or not. */
  deleteReadModel(): Promise<void>;

  /** Takes it away, with all that is in it. */
  remove(): Promise<void>;
}

/** The pair this run of the tests is about: TEST_PAIR, or the embedded one. */
export function pairUnderTest(): Pair {
  const pair = process.env['TEST_PAIR'] || 'embedded';
  if (pair !== 'embedded' && pair !== 'distributed') throw new Error(`TEST_PAIR=${pair}: embedded or distributed`);
  return pair;
}

/** A directory of its own. The caller removes it. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'smart-lists-'));
}
