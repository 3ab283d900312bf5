import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

describe('the program', () => {
  it('ends in an orderly way when a Ctrl-C reaches it twice, as under npm', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'main-'));
    const { NODE_OPTIONS: _jest, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', LOG_LEVEL: 'info' };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line);
      if (!line.includes('"listening"')) continue;
      // Repeated: of several signals that come before the first is delivered, the system keeps one.
      const until = performance.now() + 300;
      while (performance.now() < until && child.kill('SIGINT')) await new Promise(setImmediate);
    }
    expect(await ended).toEqual([0, null]);
    expect(said.at(-1)).toContain('"stopped"');
    rmSync(dataDir, { recursive: true, force: true });
  }, 30_000);

  it('warns in production while there is neither a workspace nor an admin token', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'main-'));
    const { NODE_OPTIONS: _jest, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', ADMIN_TOKEN: '' };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const warnings: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      if (level === 40 && warnings.push(msg) === 1) child.kill('SIGTERM');
    }
    expect([warnings, await ended]).toEqual([[expect.stringContaining('set ADMIN_TOKEN and start again')], [0, null]]);
    rmSync(dataDir, { recursive: true, force: true });
  }, 30_000);
});
