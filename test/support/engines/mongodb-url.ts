import { TcpProxy } from '../proxy.js';

const DEFAULT_PORT = 27_017;

/**
 * The same server with another database as the one that is meant. Where the user of the URL is known stays as it was.
 * @param options added to those of the URL, as they stand behind a `?`.
 */
export function withDatabase(server: string, database: string, options = ''): string {
  const url = parsed(server);
  // Without it the driver looks for the user in the database that the path names.
  if (url.username !== '' && !url.searchParams.has('authSource')) {
    url.searchParams.set('authSource', url.pathname.slice(1) || 'admin');
  }
  url.pathname = `/${database}`;
  for (const [name, value] of new URLSearchParams(options)) url.searchParams.set(name, value);
  return url.href;
}

/** A proxy in front of the server of a URL, and what the URL is by way of it: the driver then knows of no other way. */
export async function proxied(server: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = parsed(server);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const proxy = await TcpProxy.start({ host, port: Number(url.port || DEFAULT_PORT) });
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.set('directConnection', 'true');
  return { proxy, url: url.href };
}

/** @throws Error for a URL with several hosts, or of another kind. */
function parsed(server: string): URL {
  const single = /^mongodb:\/\/(?:[^@/]*@)?[^,/?]+(?:[/?]|$)/;
  if (!single.test(server)) throw new Error('TEST_MONGODB_URL must be mongodb:// and name one host.');
  return new URL(server);
}
