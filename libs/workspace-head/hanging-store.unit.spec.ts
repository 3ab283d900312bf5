import { type Decide, DomainError } from '#kernel';
import { BYTES_HELD_PER_BODY_BYTE, BYTES_OF_COMMAND } from './bounds.js';
import { StoreBarrier } from './testing/store-barrier.js';
import {
  type ProcessOptions,
  type SentCommand,
  type ToyProcess,
  ToyWorld,
  type SendOptions,
} from './testing/process.js';
import { settled } from './testing/scheduler.js';
import { COUNTS, LISTS } from './testing/toy.js';

const KB = 1_024;

/** Makes a list whose name is unique and takes 10 KB. The decision reads resident rows only. */
function make(process: ToyProcess, list: string, options: SendOptions = {}): SentCommand {
  const name = list.padEnd(10 * KB, '.');
  return process.sendDecision((view) => {
    if ([...view.resident(LISTS).values()].some((row) => row.name === name)) {
      throw new DomainError('resource_conflict', 'name is taken');
    }
    return {
      events: [{ type: 'ListMade', data: { list_id: list, name, limit: 1 } }],
      answer: () => ({ status: 201, body: {} }),
    };
  }, options);
}

/** A process with one append in flight, whose store does not answer appends. */
async function hanging(options: ProcessOptions = {}) {
  const barrier = new StoreBarrier();
  const world = new ToyWorld();
  const process = world.process({ singleWriter: true, pass: barrier.pass, ...options });
  barrier.close('append');
  const inFlight = make(process, 'first');
  await settled();
  const pass = async (milliseconds: number) => {
    process.timers.advance(milliseconds);
    await settled();
  };
  const answer = async () => {
    await barrier.open('append');
    await world.projector.catchUp();
    await settled();
  };
  return { barrier, world, process, inFlight, pass, answer };
}

describe('while an append hangs', () => {
  it('for longer than the timeout of answers, new commands are refused at once', async () => {
    const { barrier, process, pass, answer } = await hanging();
    await pass(9_999);
    const early = make(process, 'early');
    await settled();
    expect(early).toEqual({});
    await pass(1);
    barrier.close('R');
    const late = make(process, 'late');
    await settled();
    // No row was read for it.
    expect([late.refused, barrier.held]).toEqual(['unavailable', ['append']]);
    await barrier.open('R');
    await answer();
    expect(early.result!.revision).toBe(1);
    const next = make(process, 'late');
    await settled();
    await answer();
    expect(next.result!.revision).toBe(2);
    expect(process.timers.size).toBe(0);
  });

  it('commands of other workspaces are not refused', async () => {
    const { barrier, process, pass } = await hanging();
    await pass(10_000);
    await barrier.open('append', { once: true });
    make(process, 'second');
    await settled();
    const other = make(process, 'other', { workspaceId: 'v' });
    await pass(9_999);
    expect(other).toEqual({});
  });

  it('each append has its own timeout: one after a slow one refuses no command', async () => {
    const { barrier, process, pass } = await hanging();
    await pass(9_000);
    make(process, 'second');
    await settled();
    await barrier.open('append', { once: true });
    await pass(9_000);
    const third = make(process, 'third');
    await settled();
    expect(third).toEqual({});
  });

  it('refused commands are released', async () => {
    const { process, pass, answer, inFlight } = await hanging();
    const alone = process.waitingBytes();
    const sent = Array.from({ length: 100 }, (_, at) => make(process, `l${at}`));
    await settled();
    expect(process.waitingBytes()).toBeGreaterThan(alone + 100 * (10 * KB + BYTES_OF_COMMAND));
    expect(process.retained()).toBe(101);
    await pass(10_000);
    expect([inFlight, ...sent].every(({ refused }) => refused === 'unavailable')).toBe(true);
    // The events in flight: whether they were written is not known.
    expect(process.waitingBytes()).toBe(alone - BYTES_OF_COMMAND);
    expect(process.retained()).toBe(1);
    await answer();
    expect(process.waitingBytes()).toBe(0);
  });

  it('later commands are kept, and decided as if the refused ones had never been sent', async () => {
    const { process, pass, answer } = await hanging();
    const alone = process.waitingBytes();
    const refused = Array.from({ length: 50 }, (_, at) => make(process, `l${at}`));
    await pass(5_000);
    // All of these names but one are used by now.
    const kept = Array.from({ length: 50 }, (_, at) => make(process, `l${at + 49}`));
    await settled();
    const before = process.waitingBytes();
    await pass(5_000);
    expect(refused.every((sent) => sent.refused === 'unavailable')).toBe(true);
    expect(kept).toEqual(Array(50).fill({}));
    expect(process.waitingBytes() - alone).toBeLessThan((before - alone) / 1.8);
    await answer();
    expect(kept.map(({ result }) => result!.revision)).toEqual(kept.map((_, at) => at + 1));
    expect(process.waitingBytes()).toBe(0);
  });

  it('no more bytes than the limit of the process wait, over all workspaces', async () => {
    const { process, answer } = await hanging({ bounds: { waitingBytes: 500 * KB } });
    const sent = Array.from({ length: 100 }, (_, at) => make(process, `l${at}`, { workspaceId: `v${at}` }));
    await settled();
    const waits = sent.filter(({ refused }) => refused === undefined).length;
    // Each takes 10 KB of data and the bytes of a command.
    expect(waits).toBeGreaterThan(20);
    expect(waits).toBeLessThan(30);
    expect(process.waitingBytes()).toBeLessThanOrEqual(500 * KB);
    expect(sent.slice(waits).every(({ refused }) => refused === 'unavailable')).toBe(true);
    await answer();
    expect(sent.filter(({ result }) => result)).toHaveLength(waits);
    const again = make(process, 'again', { workspaceId: 'v99' });
    await answer();
    expect(again.result).toBeDefined();
    expect(process.waitingBytes()).toBe(0);
  });

  it('one workspace leaves space for others', async () => {
    const { process } = await hanging({ bounds: { waitingBytes: 400 * KB } });
    const sent = Array.from({ length: 100 }, (_, at) => make(process, `l${at}`));
    await settled();
    expect(sent.filter(({ refused }) => refused === undefined).length).toBeLessThan(20);
    const other = make(process, 'other', { workspaceId: 'v' });
    await settled();
    expect(other).toEqual({});
  });

  it('one workspace leaves space for commands of others, with bodies of any size', async () => {
    const { process } = await hanging({ bounds: { waitingBytes: 400 * KB } });
    const sent = Array.from({ length: 20 }, (_, at) => make(process, `l${at}`, { bytes: 20 * KB }));
    await settled();
    // A command takes 84 KB of 100 KB: a second one may begin, a third may not.
    expect(sent.filter(({ refused }) => refused === undefined)).toHaveLength(2);
    const other = make(process, 'other', { workspaceId: 'v', bytes: 5 * KB });
    await settled();
    expect(other).toEqual({});
  });
});

describe('while a read of the log hangs', () => {
  it('new commands are refused at once, and refused ones are released', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    const process = world.process({ pass: barrier.pass });
    await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 1 });
    await world.process().sendAndProject(world, { kind: 'make', list: 'b', name: 'B', limit: 1 });
    barrier.close('read');
    const sent = Array.from({ length: 20 }, (_, at) => make(process, `l${at}`));
    await settled();
    process.timers.advance(10_000);
    await settled();
    const late = make(process, 'late');
    await settled();
    expect([...sent, late].every(({ refused }) => refused === 'unavailable')).toBe(true);
    expect(process.waitingBytes()).toBe(0);
    await barrier.open('read');
    const next = make(process, 'next');
    await settled();
    await world.projector.catchUp();
    await settled();
    expect(next.result!.revision).toBe(2);
  });
});

/** Decides on one row, and writes nothing. */
const look: Decide = (view) => {
  view.rows(COUNTS, [[view.workspaceId, 'a']]);
  return { events: [], answer: () => ({ status: 200, body: {} }) };
};

describe.each([
  ['R is read', 'R', true],
  ['the head is loaded', 'page', false],
  ['rows are read', 'rows', true],
])('while the read model hangs as %s', (_when, label, isLoaded) => {
  it('commands are counted with the bodies of their requests, until they are released', async () => {
    const barrier = new StoreBarrier();
    const world = new ToyWorld();
    // A quarter of it is for commands: 200 KB.
    const process = world.process({ singleWriter: true, pass: barrier.pass, bounds: { waitingBytes: 800 * KB } });
    if (isLoaded) await process.sendAndProject(world, { kind: 'make', list: 'a', name: 'A', limit: 1 });
    barrier.close(label);
    const tell = async (count: number, bytes?: number): Promise<readonly SentCommand[]> => {
      const options = bytes === undefined ? {} : { bytes };
      const sent = Array.from({ length: count }, () => process.sendDecision(look, options));
      await settled();
      return sent;
    };
    const small = await tell(10);
    expect(process.waitingBytes()).toBe(10 * BYTES_OF_COMMAND);
    const large = await tell(10, 20 * KB);
    const each = BYTES_OF_COMMAND + BYTES_HELD_PER_BODY_BYTE * 20 * KB;
    const waits = Math.ceil((200 * KB - 10 * BYTES_OF_COMMAND) / each);
    expect(waits).toBeLessThan(10);
    expect([...small, ...large].map(({ refused }) => refused)).toEqual([
      ...Array<undefined>(10 + waits).fill(undefined),
      ...Array<string>(10 - waits).fill('unavailable'),
    ]);
    expect(process.waitingBytes()).toBe(10 * BYTES_OF_COMMAND + waits * each);
    await barrier.open(label);
    expect(process.waitingBytes()).toBe(0);
    const [next] = await tell(1, 20 * KB);
    expect(next!.result).toBeDefined();
    expect(process.waitingBytes()).toBe(0);
  });
});
