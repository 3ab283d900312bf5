import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

/** A bare Fastify server: echoes the JSON of a POST, or returns fixed bytes by path and query. */
export type BareServer =
  | { readonly kind: 'echo' }
  | { readonly kind: 'bytes'; readonly pages: readonly { readonly path: string; readonly bytes: string }[] };

/** Runs in a process of its own, without logger, hooks or plugins; answers the message with its URL. */
process.once('message', (message) => void serve(message as BareServer));

async function serve(server: BareServer): Promise<void> {
  const app = Fastify();
  if (server.kind === 'echo') {
    app.post('/*', (request, reply) => reply.send(request.body));
  } else {
    const pages = new Map(server.pages.map(({ path, bytes }) => [path, Buffer.from(bytes)]));
    app.get('/*', (request, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(pages.get(request.url)),
    );
  }
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send!(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
}
