import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of its own for each test of the file that calls this; removed after the test. */
export function temporaryDirectory(): () => string {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'event-store-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  return () => directory;
}
