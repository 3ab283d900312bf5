import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

async function run(...args: string[]): Promise<{ code: unknown; said: string }> {
  const { NODE_OPTIONS: _jest, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said };
}

describe('the demo', () => {
  const server = createServer((request, response) => {
    const json = request.headers.authorization === 'Bearer unknown';
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(json ? '{"code":"unauthorized","detail":"Send a valid API key."}' : '<h1>A router</h1>');
  });
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('says in one sentence that nothing answers, that something else does, or that the key is refused', async () => {
    expect(await run('--url', 'http://127.0.0.1:1', '--key', 'x')).toEqual({
      code: 1,
      said: 'No service answers at http://127.0.0.1:1/contacts/batch.\n',
    });
    expect(await run('--url', `${url}/`, '--key', 'x')).toEqual({
      code: 1,
      said: `What answers at ${url}/contacts/batch is no such service: 401, and no JSON.\n`,
    });
    expect(await run('--url', url, '--key', 'unknown')).toEqual({
      code: 1,
      said: 'POST /contacts/batch: 401 unauthorized: Send a valid API key.\n',
    });
  });

  it.each([[['--speed']], [['--url', 'http://127.0.0.1:1']]])(
    '%j: says what is wrong with it, and how it is used',
    async (args) => {
      const { code, said } = await run(...args);
      expect(code).toBe(2);
      expect(said).toContain('npm run demo -- --url URL --key KEY');
      expect(said).not.toMatch(/\bat .+:\d+:\d+/);
    },
  );
});
