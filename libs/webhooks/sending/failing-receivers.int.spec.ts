import { AssertionError } from 'node:assert';
import { execFile as execFileCallback } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { VirtualTimers } from '#kernel/testing';
import { OwnAuthority } from '../receiving/index.js';
import {
  authority,
  failure,
  fullBacklog,
  HEAD,
  type Listening,
  type Reset,
  shareOpen,
  startReceiver,
  startSpeaking,
  startTcp,
  startTls,
  testSender,
  webhookTo,
} from '../testing/index.js';
import type { AttemptResult } from '../domain/attempt.js';
import { describe as describeError } from './attempt-error.js';
import { ATTEMPT_MS, authorities, CONNECT_MS } from './undici-webhook-sender.js';
import type { WebhookRequest } from './index.js';

const execFile = promisify(execFileCallback);
const CHILD = fileURLToPath(new URL('../testing/send-once.child.js', import.meta.url));

const SECOND = 1_000;
const keep = shareOpen();

async function afterRequest(speak: Parameters<typeof startSpeaking>[0]): Promise<Listening> {
  return keep(await startSpeaking(speak));
}

async function attempt(there: Listening, request: Partial<WebhookRequest> = {}): Promise<AttemptResult> {
  return keep(testSender()).send(webhookTo(`https://receiver.test:${there.port}/`, request));
}

/** An attempt at a receiver that hangs: once it does, time passes. The receiver calls `stuck`. */
async function stuckAttempt(
  start: (stuck: () => void) => Promise<Listening>,
  passes: number,
  request: Partial<WebhookRequest> = {},
): Promise<AttemptResult> {
  const timers = new VirtualTimers();
  const sender = keep(testSender({ timers }));
  let stuck = (): void => undefined;
  const getsStuck = new Promise<void>((resolve) => (stuck = resolve));
  const there = await start(() => stuck());
  const result = sender.send(webhookTo(`https://receiver.test:${there.port}/`, request));
  await getsStuck;
  timers.advance(passes - 1);
  const early = await Promise.race([result, new Promise((resolve) => setImmediate(() => resolve('still waiting')))]);
  expect(early).toBe('still waiting');
  timers.advance(1);
  const came = await result;
  expect(timers.size).toBe(0);
  return came;
}

const ENDS = [(_socket: TLSSocket, reset: Reset) => reset(), (socket: TLSSocket) => void socket.end()];

describe('a receiver that breaks off', () => {
  it('before it listens', async () => {
    const there = await startTcp(() => undefined);
    await there.close();
    expect(await attempt(there)).toEqual(failure('connect', /.*ECONNREFUSED/));
  });

  it('before TLS', async () => {
    const there = keep(await startTcp((socket) => void socket.resetAndDestroy()));
    // Which of the two steps sees the reset is a matter of microseconds.
    expect([failure('connect', /.*ECONNRESET/), failure('tls', /.*ECONNRESET/)]).toContainEqual(await attempt(there));
  });

  it('within the handshake', async () => {
    const there = keep(await startTcp((socket) => void socket.once('data', () => socket.resetAndDestroy())));
    expect(await attempt(there)).toEqual(failure('tls', /.*ECONNRESET/));
  });

  it('once it has the request', async () => {
    for (const end of ENDS) {
      expect(await attempt(await afterRequest(end))).toEqual(failure('headers', /other side closed|.*ECONNRESET/));
    }
  });

  it('within the request', async () => {
    const there = keep(await startTls((socket, reset) => void socket.once('data', reset)));
    const result = await attempt(there, { body: 'x'.repeat(20 << 20) });
    expect(result).toEqual(failure('send', /.*(ECONNRESET|EPIPE|other side closed)/));
  });

  it('within the head of its response', async () => {
    const there = await afterRequest((socket, reset) => socket.write(HEAD, reset));
    expect(await attempt(there)).toEqual(failure('headers', /other side closed|.*ECONNRESET/));
  });

  it.each([
    ['in a body of a certain length', `${HEAD}content-length: 10\r\n\r\nhalf`],
    ['in a body of chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
  ])('%s: a 2xx with an incomplete body is no success', async (_where, bytes) => {
    for (const end of ENDS) {
      const there = await afterRequest((socket, reset) => socket.write(bytes, () => end(socket, reset)));
      expect(await attempt(there)).toEqual(
        failure('body', /other side closed|terminated|.*ECONNRESET/, { status: 200, responseBody: 'half' }),
      );
    }
  });

  it('in the body of an answer with Retry-After: the received part is reported', async () => {
    const there = await afterRequest((socket) =>
      socket.end('HTTP/1.1 503 Busy\r\nretry-after: 90\r\ncontent-length: 10\r\n\r\nha\0\xe2\x82', 'latin1'),
    );
    const came = { status: 503, retryAfter: '90', responseBody: 'ha\ufffd' };
    expect(await attempt(there)).toEqual(failure('body', /other side closed/, came));
  });
});

describe('a receiver that does not answer', () => {
  it('and does not accept the connection: after 10 s, and it may be the own network', async () => {
    const full = await fullBacklog();
    const timers = new VirtualTimers();
    const result = keep(testSender({ timers })).send(webhookTo(`https://receiver.test:${full.port}/`));
    while (timers.size < 2) await new Promise((resolve) => setImmediate(resolve));
    timers.advance(CONNECT_MS);
    expect(await result).toEqual(failure('connect', /no end within 10 s/, { reached: 'no' }));
    await full.close();
  });

  it('in the handshake: after 10 s', async () => {
    const start = async (stuck: () => void): Promise<Listening> =>
      keep(await startTcp((socket) => socket.once('data', stuck)));
    expect(await stuckAttempt(start, 10 * SECOND)).toEqual(failure('tls', /no end within 10 s/));
  });

  it('and does not read the request: after 15 s', async () => {
    const start = async (stuck: () => void): Promise<Listening> => keep(await startTls(stuck));
    const result = await stuckAttempt(start, 15 * SECOND, { body: 'x'.repeat(20 << 20) });
    expect(result).toEqual(failure('send', /no end within 15 s/));
  });

  it('once it has the request: after 15 s', async () => {
    expect(await stuckAttempt((stuck) => afterRequest(stuck), 15 * SECOND)).toEqual(
      failure('headers', /no end within 15 s/),
    );
  });

  it('in the head of its response', async () => {
    const start = (stuck: () => void): Promise<Listening> =>
      afterRequest((socket) => socket.write(HEAD, () => stuck()));
    expect(await stuckAttempt(start, ATTEMPT_MS)).toEqual(failure('headers', /no end within 15 s/));
  });

  it('in its body, after a 200', async () => {
    const timers = new VirtualTimers();
    const there = await afterRequest((socket) => socket.write(`${HEAD}content-length: 10\r\n\r\nhalf`));
    const result = keep(testSender({ timers })).send(webhookTo(`https://receiver.test:${there.port}/`));
    // TCP does not tell what the peer has read: time passes until the attempt has seen the head.
    const came = await passing(timers, result);
    expect(came).toEqual(failure('body', /no end within 15 s/, { status: 200, responseBody: 'half' }));
  });
});

describe('a receiver that never finishes', () => {
  it('dripping the head of its response', async () => {
    let dripped = 0;
    const start = (stuck: () => void): Promise<Listening> =>
      afterRequest((socket) => {
        socket.write(`${HEAD}x-slow: `);
        drip(socket, 'a', () => ++dripped === 20 && stuck());
      });
    expect(await stuckAttempt(start, ATTEMPT_MS)).toEqual(failure('headers', /no end within 15 s/));
  });

  it('dripping its body', async () => {
    const start = (stuck: () => void): Promise<Listening> => {
      let dripped = 0;
      return afterRequest((socket) => {
        socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
        drip(socket, '1\r\na\r\n', () => ++dripped === 20 && stuck());
      });
    };
    const responseBody = expect.stringMatching(/^a*$/);
    expect(await stuckAttempt(start, ATTEMPT_MS)).toEqual(
      failure('body', /no end within 15 s/, { status: 200, responseBody }),
    );
  });

  it('with headers', async () => {
    const there = await afterRequest((socket) => pour(socket, HEAD, `x-more: ${'a'.repeat(1_000)}\r\n`));
    expect(await attempt(there)).toEqual(failure('headers', /Headers Overflow/));
  });

  it('with informational responses', async () => {
    const there = await afterRequest((socket) => pour(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await attempt(there)).toEqual(failure('headers', /too many informational responses/));
  });

  it('with a body: its beginning is recorded, and its status counts', async () => {
    const there = await afterRequest((socket) =>
      pour(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n`, `400\r\n${'a'.repeat(1_024)}\r\n`),
    );
    expect(await attempt(there)).toMatchObject({ kind: 'answered', status: 200, responseBody: 'a'.repeat(4_096) });
  });
});

describe('a receiver that is not an HTTPS server', () => {
  it.each([
    ['nonsense', 'SMTP 220 ready\r\n\r\n'],
    ['no status', 'HTTP/1.1 \r\n\r\n'],
    ['two lengths', `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['an upgrade without a request', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('answers %s', async (_what, bytes) => {
    const there = await afterRequest((socket) => socket.end(bytes));
    expect(await attempt(there)).toEqual(failure('headers', /.+/));
  });

  it.each(['000', '001', '099'])('answers with a status of %s', async (status) => {
    const there = await afterRequest((socket) => socket.end(`HTTP/1.1 ${status} Hm\r\ncontent-length: 0\r\n\r\n`));
    expect(await attempt(there)).toEqual(failure('headers', /the response is not HTTP: there is no such status$/));
  });

  it('answers without TLS', async () => {
    const there = keep(await startTcp((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    expect(await attempt(there)).toEqual(failure('tls', /wrong version number/));
  });
});

describe('a certificate', () => {
  const failing = async (identity: object, host = 'receiver.test'): Promise<AttemptResult> => {
    const there = keep(await startTls(() => undefined, identity));
    return keep(testSender()).send(webhookTo(`https://${host}:${there.port}/`));
  };

  it('of an untrusted authority is refused', async () => {
    const stranger = new OwnAuthority('Another authority');
    expect(await failing(stranger.issue(['receiver.test']))).toEqual(failure('tls', /unable to verify|unable to get/));
  });

  it('that signs itself is refused', async () => {
    const self = new OwnAuthority('receiver.test');
    const chain = self.issue(['receiver.test']);
    expect(await failing({ key: chain.key, cert: chain.cert + self.certificate })).toEqual(
      failure('tls', /self-signed/),
    );
  });

  it('of another host is refused', async () => {
    const other = authority.issue(['example.com']);
    expect(await failing(other)).toEqual(failure('tls', /Hostname\/IP does not match .*ERR_TLS_CERT_ALTNAME_INVALID/));
  });

  it('for a name is not valid for the address in the URL', async () => {
    expect(await failing(authority.issue(['receiver.test']), '127.0.0.1')).toEqual(failure('tls', /Hostname\/IP/));
  });

  it('that has expired is refused', async () => {
    expect(await failing(authority.issue(['receiver.test'], -1))).toEqual(failure('tls', /certificate has expired/));
  });

  it('is checked regardless of the environment', async () => {
    const there = keep(await startReceiver());
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { stdout } = await execFile(process.execPath, [CHILD, String(there.port)], { env });
    // The child process has an authority of its own and trusts no other.
    expect(JSON.parse(stdout)).toEqual(failure('tls', /unable to verify|certificate signature failure/));
  });

  it('may be of any authority that Node trusts', () => {
    expect(rootCertificates.length).toBeGreaterThan(50);
    expect(authorities(['own'])).toEqual([...rootCertificates, 'own']);
  });

  it('is refused with a TLS version below 1.2', async () => {
    const old = {
      ...authority.issue(['receiver.test']),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL@SECLEVEL=0',
    };
    expect(await failing(old)).toEqual(failure('tls', /.*(protocol version|unsupported protocol|handshake failure)/));
  });
});

describe('a look-up that fails', () => {
  it.each([
    ['ENOTFOUND', 'unknown'],
    ['ENODATA', 'unknown'],
    ['EBADNAME', 'unknown'],
    ['ESERVFAIL', 'no'],
    ['ETIMEOUT', 'no'],
    ['ECONNREFUSED', 'no'],
    ['EAI_AGAIN', 'no'],
  ])('by %s: it reached %s', async (code, reached) => {
    const resolver = { resolve: () => Promise.reject(Object.assign(new Error('queryA failed'), { code })) };
    const result = await keep(testSender({ resolver })).send(webhookTo('https://receiver.test/'));
    expect(result).toEqual(failure('resolve', new RegExp(`queryA failed .${code}.$`), { resolvedIp: null, reached }));
  });

  it('by silence: it reached no receiver', async () => {
    const timers = new VirtualTimers();
    const resolver = { resolve: () => new Promise<never>(() => undefined) };
    const result = keep(testSender({ timers, resolver })).send(webhookTo('https://receiver.test/'));
    timers.advance(ATTEMPT_MS);
    expect(await result).toEqual(failure('resolve', /no end within 15 s/, { resolvedIp: null, reached: 'no' }));
  });
});

it('an error in the log contains no source code of a library', () => {
  const error = new AssertionError({ message: 'assert(statusCode >= 100)' });
  expect(describeError('body', error)).toBe('body: the response is not HTTP');
});

it('an error in the log is one line of at most 300 characters without secrets and bodies', async () => {
  const long = authority.issue(Array.from({ length: 100 }, (_, at) => `a-long-name-of-host-${at}.example.com`));
  const there = keep(await startTls(() => undefined, long));
  const result = await attempt(there);
  expect(result).toEqual(failure('tls', /.*\(ERR_TLS_CERT_ALTNAME_INVALID\)$/));
  expect((result as { error: string }).error).toHaveLength(300);
});

/** Lets time pass, a second per turn, until the attempt ends. */
async function passing(timers: VirtualTimers, result: Promise<AttemptResult>): Promise<AttemptResult> {
  let came: AttemptResult | undefined;
  void result.then((one) => (came = one));
  while (!came) await new Promise((resolve) => setImmediate(resolve)).then(() => timers.advance(1));
  return came;
}

/** Writes a few bytes again and again, until the connection is closed. */
function drip(socket: TLSSocket, bytes: string, then: () => void): void {
  const timer = setInterval(() => socket.write(bytes, then), 1);
  socket.on('close', () => clearInterval(timer));
}

/** Writes all that the peer accepts, without end. */
function pour(socket: TLSSocket, head: string, bytes: string): void {
  socket.write(head);
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}
