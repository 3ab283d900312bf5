import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory, undoAfterEach } from '../../event-store/sqlite/testing/temporary-directory.js';
import { newKey } from '../wrapping.js';
import { SqlitePersonalKeys } from './sqlite-personal-keys.js';

const CHILD = fileURLToPath(new URL('./testing/keys.child.js', import.meta.url));
const WORKSPACE = 'workspace';

/** Lets a process work on the keys, and kills it after a number of lines. @returns its whole lines, as words */
async function workUntilKilled(
  args: readonly string[],
  lines: number,
  undo: (kill: () => unknown) => void,
): Promise<string[][]> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > lines) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
}

describe('a process killed while it makes, shreds and wraps anew keys', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();

  it('has lost no key that it acknowledged, and kept none that it shredded, in each of five runs', async () => {
    const file = join(directory(), 'keys.db');
    const made = new Map<string, string>();
    const [doomed, shredded] = [new Set<string>(), new Set<string>()];
    let former = newKey();
    for (let run = 0; run < 5; run += 1) {
      const next = newKey();
      const secrets = [next.toString('hex'), former.toString('hex')];
      // Killed at another point of a commit each time: the counts are no multiples of each other.
      const told = await workUntilKilled([file, WORKSPACE, String(run), ...secrets], 400 + run * 171, undo);
      for (const [what, id, key] of told) {
        if (what === 'shredded') shredded.add(id!);
        else made.set(id!, key!);
        if (what === 'doomed') doomed.add(id!);
      }

      const store = await SqlitePersonalKeys.open({ file, secrets: [next, former] });
      undo(() => store.close());
      await expectAsTold(store, made, doomed, shredded);
      await store.rewrap(WORKSPACE);
      await store.close();
      const alone = await SqlitePersonalKeys.open({ file, secrets: [next] });
      undo(() => alone.close());
      await expectAsTold(alone, made, doomed, shredded);
      await alone.close();
      former = next;
    }
    expect(shredded.size).toBeGreaterThan(100);
  }, 120_000);
});

async function expectAsTold(
  store: SqlitePersonalKeys,
  made: ReadonlyMap<string, string>,
  doomed: ReadonlySet<string>,
  shredded: ReadonlySet<string>,
): Promise<void> {
  const ids = [...made.keys()];
  const found = await store.get(ids);
  const wrong = ids.filter((id, index) => {
    const key = found[index]!;
    if (key === 'shredded') return !doomed.has(id);
    return shredded.has(id) || key.toString('hex') !== made.get(id);
  });
  expect(wrong).toEqual([]);
}
