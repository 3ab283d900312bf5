import { TcpProxy } from '../proxy.js';

const DEFAULT_PORT = 27_017;

/**
 * The URL with another database. The database that knows the user (authSource) stays the same.
 * @param options query parameters to add.
 */
export function withDatabase(server: string, database: string, options = ''): string {
  const url = parsed(server);
  // Without authSource the driver looks for the user in the database of the path, which changes here.
  if (url.username !== '' && !url.searchParams.has('authSource')) {
    url.searchParams.set('authSource', url.pathname.slice(1) || 'admin');
  }
  url.pathname = `/${database}`;
  for (const [name, value] of new URLSearchParams(options)) url.searchParams.set(name, value);
  return url.href;
}

/** Starts a proxy in front of a server; returns it and the URL through it, from which the driver cannot bypass it. */
export async function proxied(server: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = parsed(server);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const proxy = await TcpProxy.start({ host, port: Number(url.port || DEFAULT_PORT) });
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.set('directConnection', 'true');
  return { proxy, url: url.href };
}

/** @throws Error for a URL with several hosts, or with another scheme. */
function parsed(server: string): URL {
  const single = /^mongodb:\/\/(?:[^@/]*@)?[^,/?]+(?:[/?]|$)/;
  if (!single.test(server)) throw new Error('TEST_MONGODB_URL must be mongodb:// and name one host.');
  return new URL(server);
}
