import { randomUUID } from 'node:crypto';
import { metadata } from '../../contract/subject.js';
import type { NewEvent } from '#kernel';
import { WrongExpectedRevisionError } from '../../event-store.js';
import type { ExpectedRevision } from '../../event-store.js';
import { SqliteEventStore } from '../sqlite-event-store.js';

/**
 * Appends until it is killed: `node appender.child.js <file> <lanes>`. Each lane has a stream of its own and one append
 * under way, of one to four events that carry the append's id and size. For each acknowledged append it writes a line
 * `<stream> <append id> <revision>` before the lane's next append.
 */
const [file, lanes] = process.argv.slice(2) as [string, string];

const store = await SqliteEventStore.open({ file, upcast: (event) => event });

function appendOf(append: string, size: number): NewEvent[] {
  const shared = metadata();
  return Array.from({ length: size }, (_, index) => ({
    id: randomUUID(),
    type: 'NoteTaken',
    data: { append, size, index },
    metadata: shared,
  }));
}

async function lane(number: number): Promise<never> {
  const stream = `lane-${number}`;
  let expected: ExpectedRevision = 'no_stream';
  for (let round = 0; ; round += 1) {
    const append = randomUUID();
    try {
      const { revision } = await store.append(stream, appendOf(append, 1 + ((round + number) % 4)), expected);
      expected = revision;
      // Pipes are written synchronously: the line is out before the next append begins.
      process.stdout.write(`${stream} ${append} ${revision}\n`);
    } catch (error) {
      // An earlier child process has written to the lane's stream.
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
      expected = error.actual;
    }
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, number) => lane(number)));
