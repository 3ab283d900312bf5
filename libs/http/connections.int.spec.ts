import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { clientOf } from './testing/client.js';
import { startToy, type Toy } from './testing/toy-app.js';

const MiB = 1_048_576;
const LIMITS = { maxConnections: 5, requestMs: 200, checkMs: 20, bodiesBytes: 2 * MiB };
const HEAD = 'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer writer\r\nContent-Type: application/json\r\n';

let toy: Toy;
const { post } = clientOf(() => toy);
const sockets: Socket[] = [];

async function start(limits: Partial<typeof LIMITS>): Promise<void> {
  toy = await startToy({ limits: { ...LIMITS, ...limits } });
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await toy.app.close();
});

interface Connection {
  readonly socket: Socket;
  /** The received text, once the server has closed its side. */
  readonly ended: Promise<string>;
}

/** A connection whose client never closes its side: only the server ends it. */
async function open(text: string): Promise<Connection> {
  const server = toy.app.getHttpServer();
  let answer = '';
  const socket = connect({ port: toy.port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  const came = new Promise<Socket>((resolve) => server.once('connection', resolve));
  if (text !== '') socket.write(text);
  const ofServer = await came;
  const ended = new Promise<void>((resolve) => ofServer.once('close', () => resolve()));
  const read = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
  return { socket, ended: Promise.all([ended, read]).then(() => answer) };
}

/** Opens a connection that begins a request, and waits until the service handles it. */
async function begin(text: string): Promise<Connection> {
  const begun = new Promise<void>((resolve) => toy.app.getHttpServer().once('request', () => resolve()));
  const connection = await open(text);
  await begun;
  return connection;
}

const refusals = (): unknown[] => toy.log.map((line) => JSON.parse(line) as object).filter((line) => 'refused' in line);

describe('a connection with an incomplete request is closed on both sides', () => {
  beforeEach(() => start({}));

  it('without an answer if nothing was sent: it would be taken for the answer to the next request', async () => {
    expect(await (await open('')).ended).toBe('');
  });

  it.each([
    ['headers that do not end', HEAD],
    ['a body that does not end', `${HEAD}Content-Length: 100\r\n\r\n{`],
    ['a chunked body that does not end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    ['a second request that does not end', `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n${HEAD}`],
    ['no HTTP', 'nonsense\r\n\r\n'],
  ])('%s', async (_what, text) => {
    const answer = await (await open(text)).ended;
    expect(answer).toMatch(/(?:^|\n\r\n|})HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"malformed_request"');
  });
});

describe('open connections are bounded', () => {
  it('one more is closed at once, which is logged once a minute with the number; open ones stay', async () => {
    await start({ maxConnections: 2, requestMs: 60_000 });
    const [first] = [await open(''), await open('')];
    const refused = async (): Promise<void> => {
      const socket = connect(toy.port, '127.0.0.1').on('error', () => undefined);
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    };
    await refused();
    await refused();
    expect(refusals()).toEqual([expect.objectContaining({ level: 40, refused: 1, max_connections: 2 })]);
    await refused();
    toy.time.now += 60_000;
    await refused();
    expect(refusals()).toEqual([expect.anything(), expect.objectContaining({ refused: 3 })]);
    first.socket.end('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await first.ended).toContain('HTTP/1.1 200 OK');
    const metrics = await (await fetch(`${toy.url}/metrics`)).text();
    expect(metrics).toContain('http_connections_refused_total 4');
  });
});

describe('bodies under way are bounded', () => {
  const BODY = '{"name":"x"}'.padEnd(MiB, ' ');
  const PART = 900_000;

  it('the oldest one is abandoned, and later ones arrive', async () => {
    await start({ requestMs: 60_000 });
    const upload = `${HEAD}Content-Length: ${MiB}\r\n\r\n${BODY.slice(0, PART)}`;
    const [oldest, second] = [await begin(upload), await begin(upload), await begin(upload)];
    const answer = await oldest.ended;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"code":"unavailable"');
    expect((await post('{"name":"x"}')).status).toBe(201);
    second.socket.end(BODY.slice(PART));
    expect(await second.ended).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('a body in chunks of one byte is accepted', async () => {
    await start({});
    const chunks = [...'{"name":"x"}'].map((byte) => `1\r\n${byte}\r\n`).join('');
    const { socket, ended } = await begin(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    socket.end();
    expect(await ended).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('a client that goes away while its key is looked up', () => {
  it('still has its request finished, which would otherwise count as under way without end', async () => {
    await start({ requestMs: 60_000 });
    const { generations } = toy.gate;
    let goOn!: (generation: string) => void;
    const held = new Promise<string>((resolve) => (goOn = resolve));
    const asked = new Promise<void>((resolve) => {
      generations.current = () => (resolve(), held);
    });
    const made = new Promise<[IncomingMessage, ServerResponse]>((resolve) =>
      toy.app.getHttpServer().once('request', (request, response) => resolve([request, response])),
    );
    const { socket } = await begin(`${HEAD}Content-Length: 100\r\n\r\n{`);
    const [request, response] = await made;
    const status = new Promise<number>((resolve) => {
      const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
      response.end = ((...args: unknown[]) => (resolve(response.statusCode), end(...args))) as typeof response.end;
    });
    const closed = new Promise<void>((resolve) => request.once('close', resolve));
    await asked;
    socket.destroy();
    await closed;
    goOn('first');
    expect(await status).toBe(400);
  });
});
