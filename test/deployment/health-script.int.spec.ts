import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { pathOf } from './support/repository.js';

describe('scripts/health.mjs', () => {
  let server: Server;
  let asked: string[];
  let status: number;

  beforeEach(async () => {
    [asked, status] = [[], 200];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end('{"code":"unavailable"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => server.close());

  const port = () => String((server.address() as AddressInfo).port);

  it('asks the address in the environment, and accepts a 200', async () => {
    expect(await ask(['live'], { PORT: port() })).toEqual({ code: 0, said: '' });
    expect(await ask(['ready'], { PORT: port(), HOST: '0.0.0.0', API_BASE_PATH: '/api/v1/' })).toMatchObject({
      code: 0,
    });
    expect(await ask([], { PORT: port(), HOST: '127.0.0.1', API_BASE_PATH: '' })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['/health/live', '/api/v1/health/ready', '/health/live']);
  });

  it('reports why an answering service is not healthy', async () => {
    status = 503;
    expect(await ask(['ready'], { PORT: port() })).toEqual({ code: 1, said: '503 {"code":"unavailable"}\n' });
  });

  it('reports that no service answers', async () => {
    const free = port();
    await new Promise((closed) => server.close(closed));
    const { code, said } = await ask(['live'], { PORT: free });
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^http://127.0.0.1:${free}/health/live: .*ECONNREFUSED.*\n$`));
  });
});

async function ask(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [pathOf('scripts/health.mjs'), ...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}
