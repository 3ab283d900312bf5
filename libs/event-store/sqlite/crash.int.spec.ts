import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractSchemas, eventsOf, followUntil } from '../contract/subject.js';
import { SqliteEventStore } from './sqlite-event-store.js';
import { temporaryDirectory, undoAfterEach } from './testing/temporary-directory.js';

const CHILD = fileURLToPath(new URL('./testing/appender.child.js', import.meta.url));
const LANES = 64;

interface Acknowledged {
  readonly stream: string;
  readonly append: string;
  readonly revision: number;
}

interface Piece {
  readonly append: string;
  readonly size: number;
  readonly index: number;
}

/**
 * Lets a process append on all its lanes, and kills it after a number of acknowledgements. @returns its whole output
 */
async function appendUntilKilled(
  file: string,
  acknowledgements: number,
  undo: (kill: () => unknown) => void,
): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [CHILD, file, String(LANES)], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > acknowledgements) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ') as [string, string, string])
    .map(([stream, append, revision]) => ({ stream, append, revision: Number(revision) }));
}

describe('a process killed while it appends', () => {
  const undo = undoAfterEach();
  const directory = temporaryDirectory();

  it('has written everything that it acknowledged, and nothing in part, in each of five runs', async () => {
    const file = join(directory(), 'events.db');
    const acknowledged: Acknowledged[] = [];
    for (let kill = 0; kill < 5; kill += 1) {
      // Killed at another point of the commit each time: the counts are no multiples of each other.
      acknowledged.push(...(await appendUntilKilled(file, 300 + kill * 171, undo)));

      const store = await SqliteEventStore.open({ file, upcast: contractSchemas.upcast });
      undo(() => store.close());
      const events = eventsOf(await followUntil(store, { prefixes: ['lane-'] }));
      await store.close();

      const ends = new Map<string, number>();
      const pieces = new Map<string, number>();
      for (const { stream, revision, data } of events) {
        const { append, size, index } = data as Piece;
        expect(revision).toBe((ends.get(stream) ?? -1) + 1);
        expect(index).toBe(pieces.get(append) ?? 0);
        ends.set(stream, revision);
        if (index + 1 === size) pieces.delete(append);
        else pieces.set(append, index + 1);
      }
      expect([...pieces]).toEqual([]);

      const last = new Map(
        events.map(({ stream, revision, data }) => [(data as Piece).append, `${stream}@${revision}`]),
      );
      const lost = acknowledged.filter(({ append, stream, revision }) => last.get(append) !== `${stream}@${revision}`);
      expect(lost).toEqual([]);
      expect(new Set(acknowledged.map(({ stream }) => stream)).size).toBe(LANES);
    }
  }, 120_000);
});
