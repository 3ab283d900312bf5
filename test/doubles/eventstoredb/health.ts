import { createServer, type Server } from 'node:http';

/**
 * What the double serves over HTTP/1: whether it is live, which it is as soon as it listens. It listens nowhere by
 * itself.
 */
export function healthServer(): Server {
  return createServer({ keepAlive: false }, ({ method, url }, response) => {
    response.shouldKeepAlive = false;
    response.writeHead(method === 'GET' && url === '/health/live' ? 204 : 404).end();
  });
}
