import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of Linux (from 32768 on), macOS and Windows: a server that was killed finds its port free
 * when it is started again, although the tests have opened connections meanwhile.
 */
const [FIRST, COUNT] = [20_000, 12_000];

/** Ports of 127.0.0.1 that are free. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
