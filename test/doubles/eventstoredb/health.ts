import { createServer, type Server } from 'node:http';

/**
 * The HTTP/1 part of the double: GET /health/live, which succeeds as soon as the double listens. It has no port of its
 * own.
 */
export function healthServer(): Server {
  return createServer({ keepAlive: false }, ({ method, url }, response) => {
    response.shouldKeepAlive = false;
    response.writeHead(method === 'GET' && url === '/health/live' ? 204 : 404).end();
  });
}
