import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for each test of the calling file; removed after the test. */
export function temporaryDirectory(): () => string {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'event-store-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  return () => directory;
}

/**
 * Work to be undone after each test, passed or failed, latest first. A store left open by a failed expectation would
 * keep its worker, and so the whole test run, alive.
 */
export function undoAfterEach(): (undo: () => unknown) => void {
  const undos: (() => unknown)[] = [];
  afterEach(async () => {
    for (const undo of undos.splice(0).reverse()) await undo();
  });
  return (undo) => void undos.push(undo);
}
