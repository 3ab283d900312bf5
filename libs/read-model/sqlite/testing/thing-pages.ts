import { isMainThread, threadId } from 'node:worker_threads';
import { invalidField } from '#kernel';
import { THINGS } from '../../contract/fixtures.js';
import type { OfWorkspace, PageRead } from '../../pages/page-read.js';
import { ReadModelUnavailableError } from '../../read-model.js';

/** A thing, and the thread that has read it; 0: the main thread. */
export interface ReadThing {
  readonly name: string;
  readonly thread: number;
}

interface ThingsInput extends OfWorkspace {
  readonly size: number;
}

const THINGS_READ: Pick<PageRead<ThingsInput, ReadThing>, 'largest'> = { largest: ({ size }) => size };

/** The things of workspace `w` by their ids. */
export const THINGS_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'things',
  find: async (readModel, { size }) => {
    const rows = await readModel.page(THINGS, { index: 'by_rank', prefix: ['w', 1], limit: size });
    const last = rows.at(-1);
    return {
      items: rows.map(({ name }) => ({ name, thread: isMainThread ? 0 : threadId })),
      next: last && [last.rank],
    };
  },
};

/** Refuses its input. */
export const REFUSED_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'refused',
  find: async () => {
    throw invalidField('validation_failed', '/size', 'small', 'Must be small.');
  },
};

/** Cannot be read now. */
export const UNAVAILABLE_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'unavailable',
  find: async () => {
    throw new ReadModelUnavailableError('The file is away.');
  },
};

/** Notes its size, and finds nothing. */
export const NOTED_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'noted',
  find: async (_readModel, { size }) => {
    noted.push(String(size));
    return { items: [], next: undefined };
  },
};

const noted: string[] = [];

/** What was noted on this thread since this was called last. */
export const takeNoted = (): readonly string[] => noted.splice(0);

/** Throws outside of its read, once it was answered. */
export const FAILING_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'failing',
  find: async () => {
    setImmediate(() => {
      throw new Error('The thread has failed.');
    });
    return { items: [], next: undefined };
  },
};

/** Has a fault. */
export const FAULTY_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'faulty',
  find: async function faultOfPage() {
    throw new TypeError('A fault of ours.');
  },
};

/** Ends the thread that reads it. */
export const FATAL_PAGE: PageRead<ThingsInput, ReadThing> = {
  ...THINGS_READ,
  name: 'fatal',
  find: async () => process.exit(1),
};

/** All of them. */
export const THING_PAGES = [
  ...[THINGS_PAGE, NOTED_PAGE, REFUSED_PAGE, UNAVAILABLE_PAGE],
  ...[FAULTY_PAGE, FAILING_PAGE, FATAL_PAGE],
];
