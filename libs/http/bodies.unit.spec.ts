import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import fc from 'fast-check';
import { BodyReceiver } from './bodies.js';

interface Received {
  /** For each call of `done`: `refusal code`, or the received text. */
  readonly done: string[];
}

function receive(bodies: BodyReceiver, payload: Readable, announced?: number, limit = 10): Received {
  const done: string[] = [];
  bodies.receive(payload, { announced, limit }, (error, bytes) => {
    done.push(error ? (error as Error & { code: string }).code : bytes!.toString());
  });
  return { done };
}

/**
 * Number of bodies that the receiver counts as under way; read from a private field, since production code does not
 * need it.
 */
function underWay(bodies: BodyReceiver): number {
  return (bodies as unknown as { readonly receiving: ReadonlySet<unknown> }).receiving.size;
}

/** Resolves once all bytes written before have been read. */
const read = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('bodies under way', () => {
  it('arrive as they were sent, in any chunks', async () => {
    const bodies = new BodyReceiver(1_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 12 }), async (chunks) => {
        const payload = new PassThrough();
        const { done } = receive(bodies, payload, undefined, 1_000);
        for (const chunk of chunks) payload.write(chunk);
        payload.end();
        await read();
        expect(done).toEqual([chunks.join('')]);
      }),
    );
  });

  it('above the size limit are refused, announced or not', async () => {
    const bodies = new BodyReceiver(100);
    expect(receive(bodies, new PassThrough(), 11).done).toEqual(['payload_too_large']);
    const payload = new PassThrough();
    const { done } = receive(bodies, payload);
    payload.write('123456');
    payload.write('123456');
    payload.end();
    await read();
    expect(done).toEqual(['payload_too_large']);
  });

  it('are abandoned from the oldest, when all together have too many bytes', async () => {
    const bodies = new BodyReceiver(20);
    const payloads = [new PassThrough(), new PassThrough(), new PassThrough()];
    const received = payloads.map((payload) => receive(bodies, payload, 10));
    for (const payload of payloads) {
      payload.write('1234567');
      await read();
    }
    expect(received.map(({ done }) => done)).toEqual([['unavailable'], [], []]);
    for (const payload of payloads) payload.end('890');
    await read();
    expect(received.map(({ done }) => done)).toEqual([['unavailable'], ['1234567890'], ['1234567890']]);
  });

  it.each([
    ['arrived', (payload: PassThrough) => payload.end(), ['12345678']],
    ['broke off', (payload: PassThrough) => payload.destroy(new Error('aborted')), ['malformed_request']],
    ['was closed before its end', (payload: PassThrough) => payload.destroy(), ['malformed_request']],
    ['was too large', (payload: PassThrough) => payload.write('12345678'), ['payload_too_large']],
  ])('release their memory once one %s', async (_how, finish, expected) => {
    const bodies = new BodyReceiver(10);
    const payload = new PassThrough();
    const first = receive(bodies, payload);
    payload.write('12345678');
    await read();
    finish(payload);
    await read();
    const next = new PassThrough();
    const second = receive(bodies, next);
    next.end('1234567890');
    await read();
    expect([first.done, second.done]).toEqual([expected, ['1234567890']]);
  });

  it('that broke off before they are received are refused at once, and do not count as under way', async () => {
    const bodies = new BodyReceiver(10);
    const payload = new PassThrough();
    payload.destroy();
    await once(payload, 'close');
    expect(receive(bodies, payload).done).toEqual(['malformed_request']);
    expect(payload.eventNames()).toEqual(new PassThrough().eventNames());
    expect(underWay(bodies)).toBe(0);
  });
});
