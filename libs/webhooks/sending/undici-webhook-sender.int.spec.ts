import { createHmac } from 'node:crypto';
import { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { VirtualTimers } from '#kernel/testing';
import {
  names,
  OLD_SECRET,
  type Receiver,
  SECRET,
  startReceiver,
  startTls,
  testSender,
  webhookTo,
} from '../testing/index.js';
import { AttemptAbortedError } from './attempt-limit.js';

const sender = testSender();
const open: Receiver[] = [];

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const one = await startReceiver(...args);
  open.push(one);
  return one;
}

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => sender.close());

describe('a sent webhook', () => {
  it('arrives with its bytes, at its path, with exactly the headers of the contract', async () => {
    const there = await receiver();
    const body = JSON.stringify({ name: 'Zoë 😀 "quoted"', big: 'ß'.repeat(10_000) });
    const result = await sender.send(
      webhookTo(`${there.origin}/hooks/a%20b?x=1&y=%C3%A4#part`, { body, secrets: [SECRET, OLD_SECRET] }),
    );

    expect(result).toEqual({
      kind: 'answered',
      status: 200,
      retryAfter: null,
      responseBody: '',
      resolvedIp: '127.0.0.1',
      durationMs: expect.any(Number),
    });
    const [{ path, headers, body: arrived }] = there.received as [Receiver['received'][0]];
    expect(path).toBe('/hooks/a%20b?x=1&y=%C3%A4');
    expect(arrived).toBe(body);
    expect(headers).toEqual({
      host: `receiver.test:${there.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'SmartLists-Webhooks/1',
      'x-service-delivery-id': '0190a1b2-0000-7000-8000-000000000001',
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64},sha256=[0-9a-f]{64}$/),
      'webhook-id': '0190a1b2-0000-7000-8000-000000000001',
      'webhook-timestamp': '1893456005',
      'webhook-signature': expect.stringMatching(/^v1,\S{44} v1,\S{44}$/),
    });
  });

  it('verifies at the receiver in both schemes, with the new and with the old secret', async () => {
    const there = await receiver();
    await sender.send(webhookTo(there.origin, { secrets: [SECRET, OLD_SECRET], at: new Date().toISOString() }));
    const [{ headers, body }] = there.received as [Receiver['received'][0]];
    for (const secret of [SECRET, OLD_SECRET]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
      const own = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      expect(headers['x-service-signature']).toContain(own);
    }
  });

  it('has the signatures of the newest secret first', async () => {
    const there = await receiver();
    for (const secrets of [[SECRET, OLD_SECRET], [SECRET]]) await sender.send(webhookTo(there.origin, { secrets }));
    const [both, newest] = there.received.map(({ headers }) => headers as Record<string, string>);
    expect(both!['x-service-signature']).toMatch(new RegExp(`^${newest!['x-service-signature']},`));
    expect(both!['webhook-signature']!.startsWith(`${newest!['webhook-signature']} `)).toBe(true);
  });

  it('to a name with a trailing dot sends the name without it', async () => {
    const indicated: unknown[] = [];
    const there = await startTls((socket) => {
      indicated.push((socket as unknown as { readonly servername: unknown }).servername);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
    const dotted = testSender({ resolver: names({ 'receiver.test.': ['127.0.0.1'] }) });
    await dotted.send(webhookTo(`https://receiver.test.:${there.port}/`));
    expect(indicated).toEqual(['receiver.test']);
    await dotted.close();
    await there.close();
  });

  it.each([200, 204, 400, 410, 500, 503])('%i is the answer, with the beginning of its body', async (status) => {
    const there = await receiver((_request, response) => {
      response.writeHead(status);
      response.end(status === 204 ? undefined : `said ${status}`);
    });
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({
      kind: 'answered',
      status,
      responseBody: status === 204 ? '' : `said ${status}`,
    });
  });

  it.each([301, 302, 303, 307, 308])('%i is the answer: redirects are not followed', async (status) => {
    const [elsewhere, there] = [
      await receiver(),
      await receiver((_request, response) => {
        response.writeHead(status, { location: `${elsewhere.origin}/` }).end();
      }),
    ];
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered', status });
    expect(elsewhere.connections).toBe(0);
    expect(there.received).toHaveLength(1);
  });

  it.each(['120', 'Wed, 21 Oct 2037 07:28:00 GMT', 'soon'])(
    'Retry-After: %s is reported as received',
    async (value) => {
      const there = await receiver(
        (_request, response) => void response.writeHead(429, { 'retry-after': value }).end(),
      );
      expect(await sender.send(webhookTo(there.origin))).toMatchObject({ status: 429, retryAfter: value });
    },
  );

  it('of several Retry-After the first is reported', async () => {
    const there = await receiver(
      (_request, response) => void response.writeHead(503, ['retry-after', '100', 'retry-after', '200']).end(),
    );
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ status: 503, retryAfter: '100' });
  });

  it('gets the final answer: informational ones are ignored', async () => {
    const there = await receiver((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.end('after hints');
    });
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ status: 200, responseBody: 'after hints' });
  });
});

describe('a response body', () => {
  async function kept(body: Buffer): Promise<string> {
    const there = await receiver((_request, response) => void response.end(body));
    const result = await sender.send(webhookTo(there.origin));
    if (result.kind !== 'answered') throw new Error(result.error);
    return result.responseBody;
  }

  it('is recorded up to 4 KiB, and cut there', async () => {
    expect(await kept(Buffer.alloc(4_096, 'a'))).toBe('a'.repeat(4_096));
    expect(await kept(Buffer.alloc(4_097, 'a'))).toBe('a'.repeat(4_096));
  });

  it('is not cut within a character', async () => {
    for (const before of ['a', 'ab', 'abc']) {
      expect(await kept(Buffer.from(`${before}${'😀'.repeat(2_000)}`))).toBe(`${before}${'😀'.repeat(1_023)}`);
    }
  });

  it('that is binary takes no more space than text', async () => {
    expect(await kept(Buffer.alloc(5_000, 0xff))).toBe('\ufffd'.repeat(1_365));
  });

  it('has no control characters except tabs and line breaks', async () => {
    const controls = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
    const shown = Array.from({ length: 32 }, (_, at) =>
      [9, 10, 13].includes(at) ? String.fromCharCode(at) : '\ufffd',
    );
    expect(await kept(controls)).toBe(shown.join(''));
    expect(await kept(Buffer.from('ä \u007f\u0085'))).toBe('ä \u007f\u0085');
    expect(await kept(Buffer.alloc(4_096))).toBe('\ufffd'.repeat(1_365));
  });

  it('keeps its byte order mark wherever it is cut', async () => {
    expect(await kept(Buffer.concat([Buffer.from('\ufeff'), Buffer.alloc(5_000)]))).toMatch(/^\ufeff\ufffd+$/);
  });

  it('of a giant answer is not read further, though its status counts', async () => {
    let written = 0;
    const there = await receiver((_request, response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) written += 1;
      };
      response.on('drain', pour);
      pour();
    });
    const result = await sender.send(webhookTo(there.origin));
    expect(result).toMatchObject({ kind: 'answered', status: 200, responseBody: 'x'.repeat(4_096) });
    // No more can have been written than the buffers of both kernels hold.
    expect(written * 65_536).toBeLessThan(64 << 20);
  });
});

describe('connections', () => {
  it('are reused, one for each request in flight', async () => {
    const there = await receiver();
    for (let at = 0; at < 5; at += 1) await sender.send(webhookTo(there.origin));
    expect(there.connections).toBe(1);
    await Promise.all(Array.from({ length: 4 }, () => sender.send(webhookTo(there.origin))));
    expect(there.connections).toBe(4);
    expect(there.received).toHaveLength(9);
  });

  it('that the receiver closed while idle are no failure of the receiver', async () => {
    const there = await receiver();
    await sender.send(webhookTo(there.origin));
    there.cut();
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered', status: 200 });
    expect(there.connections).toBe(2);
  });

  it('that are cut when they are used again are replaced, and the request is sent again', async () => {
    let cuts = 0;
    const there = await receiver((_request, response, number) => {
      if (number === 2) {
        cuts += 1;
        response.socket!.destroy();
      } else response.end();
    });
    await sender.send(webhookTo(there.origin));
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered', status: 200 });
    expect([cuts, there.received.length, there.connections]).toEqual([1, 3, 2]);
  });

  it('are not shared between origins with the same address', async () => {
    const there = await receiver();
    await sender.send(webhookTo(there.origin));
    await sender.send(webhookTo(there.origin.replace('receiver.test', 'other.test')));
    expect(there.connections).toBe(2);
    expect(there.received.map(({ headers }) => headers.host)).toEqual([
      `receiver.test:${there.port}`,
      `other.test:${there.port}`,
    ]);
  });
});

describe('a sender', () => {
  it('aborts an attempt in flight, and can still send', async () => {
    let given = 0;
    const there = await receiver((_request, response) => ((given += 1) === 2 ? response.end() : givingUp.abortAll()));
    const givingUp = testSender();
    await expect(givingUp.send(webhookTo(there.origin))).rejects.toThrow(AttemptAbortedError);
    expect(await givingUp.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered' });
    await givingUp.close();
  });

  it('that was closed sends nothing, and aborts attempts in flight', async () => {
    const closed = testSender();
    const there = await receiver(() => void closed.close());
    await expect(closed.send(webhookTo(there.origin))).rejects.toThrow('the sender was closed');
    await expect(closed.send(webhookTo(there.origin))).rejects.toThrow('the sender was closed');
    expect(there.received).toHaveLength(1);
  });

  it('leaves no timer', async () => {
    const timers = new VirtualTimers();
    const timed = testSender({ timers });
    const there = await receiver();
    await timed.send(webhookTo(there.origin));
    await timed.send(webhookTo('https://10.0.0.1/'));
    expect(timers.size).toBe(0);
    await timed.close();
  });

  it('leaves no listener on a reused connection', async () => {
    const there = await receiver();
    const sockets = new Set<TLSSocket>();
    const { setNoDelay } = Object.getOwnPropertyDescriptors(Socket.prototype);
    Socket.prototype.setNoDelay = function (this: TLSSocket, ...args) {
      sockets.add(this);
      return (setNoDelay.value as typeof this.setNoDelay).apply(this, args);
    };
    const listeners: number[] = [];
    try {
      for (let at = 0; at < 5; at += 1) {
        await sender.send(webhookTo(there.origin));
        const [socket] = [...sockets].filter(({ remotePort }) => remotePort === there.port);
        listeners.push(socket!.listenerCount('error'));
      }
    } finally {
      Object.defineProperty(Socket.prototype, 'setNoDelay', setNoDelay);
    }
    expect(there.connections).toBe(1);
    expect(listeners).toEqual(Array(5).fill(listeners[0]));
  });

  it('refuses to sign with an invalid secret', async () => {
    await expect(sender.send(webhookTo('https://receiver.test/', { secrets: ['x'] }))).rejects.toThrow(TypeError);
  });
});
