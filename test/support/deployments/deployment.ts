import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log.js';

/** The two shapes of deployment (docs/architecture.md#deployments). */
export type Pair = 'embedded' | 'distributed';

/** The stores of one or more services. They outlive the processes: a service that is restarted here continues. */
export interface Deployment {
  /** The environment variables of a service on these stores. */
  readonly env: Readonly<Record<string, string>>;

  /** Opens the event log, without a service. */
  openLog(): Promise<Log>;

  /** The bytes of everything that is stored: files, or events and documents. */
  storedBytes(): Promise<readonly Buffer[]>;

  /** The collections that contain a row of a workspace, in alphabetical order; read without a service. */
  collectionsOf(workspaceId: string): Promise<readonly string[]>;

  /** Deletes the read model; on the distributed pair also while services run. */
  deleteReadModel(): Promise<void>;

  /** Deletes all stored data and stops the servers that were started for it. */
  remove(): Promise<void>;
}

/** The pair that this run tests: TEST_PAIR, or the embedded one. */
export function pairUnderTest(): Pair {
  const pair = process.env['TEST_PAIR'] || 'embedded';
  if (pair !== 'embedded' && pair !== 'distributed') throw new Error(`TEST_PAIR=${pair}: embedded or distributed`);
  return pair;
}

/** A new temporary directory. The caller removes it. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'smart-lists-'));
}
