import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { describeOnDouble } from '../../../test/support/double-only.js';
import { startEventStore } from '../../../test/support/engines/event-store.js';
import type { EventStoreServer } from '../../../test/support/engines/event-store.js';
import { contractSchemas } from '../contract/index.js';
import { StoreOpenError } from '../event-store.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';

describe('opening EventStoreDB', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** Stopped after the test. */
  const started = async <Server extends EventStoreServer>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    ends.push(() => server.stop());
    return server;
  };

  const listening = async (server: Server): Promise<number> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    ends.push(async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  };

  /** The message of the refused start, and how long it took. */
  const refusal = async (url: string, openTimeoutMs = 600): Promise<string> => {
    try {
      const store = await EventStoreDbEventStore.open({ url, upcast: contractSchemas.upcast, openTimeoutMs });
      await store.close();
      throw new Error('it was opened');
    } catch (error) {
      expect(error).toBeInstanceOf(StoreOpenError);
      const { message } = error as Error;
      expect(message).toMatch(/^[A-Z][^\n]*\.$/);
      return message;
    }
  };

  it('no server: reports it after the timeout', async () => {
    const port = await listening(createTcpServer());
    await ends.pop()!();
    expect(await refusal(`esdb://127.0.0.1:${port}?tls=false`)).toBe(
      `No event store answers at 127.0.0.1:${port} within 0.6 s (connect ECONNREFUSED 127.0.0.1:${port}).`,
    );
  });

  it('a host without an address', async () => {
    expect(await refusal('esdb://nowhere.invalid:2113?tls=false')).toContain('nowhere.invalid');
  });

  it('a server accepts connections and never answers', async () => {
    const port = await listening(createTcpServer(() => undefined));
    expect(await refusal(`esdb://127.0.0.1:${port}?tls=false`)).toContain('no answer in time');
  });

  it('a web server at the address', async () => {
    const port = await listening(createServer((_, response) => response.end('hello')));
    expect(await refusal(`esdb://127.0.0.1:${port}?tls=false`, 10_000)).toBe(
      `What answers at 127.0.0.1:${port} is no EventStoreDB (Protocol error).`,
    );
  });

  it('a server without TLS although the connection string requires it', async () => {
    const { port } = new URL((await started(startEventStore())).url);
    expect(await refusal(`esdb://localhost:${port}`, 10_000)).toBe(
      `The event store at localhost:${port} does not speak TLS: the connection string must say tls=false.`,
    );
  });

  it('an invalid connection string, or one that names a missing file', async () => {
    expect(await refusal('esdb://a?nodePreference=follower')).toContain('nodePreference');
    expect(await refusal('esdb://a?tlsCAFile=/does/not/exist.pem')).toContain('File was not found');
  });

  it('waits for a server that starts within the timeout', async () => {
    const server = await started(startEventStore({ restarts: true }));
    await server.goAway();
    const opening = EventStoreDbEventStore.open({ url: server.url, upcast: contractSchemas.upcast });
    await server.comeBack();
    const store = await opening;
    expect(await store.end()).toEqual(expect.any(String));
    expect(store.health().detail).toBeUndefined();
    await store.close();
    expect(store.health().detail).toBe('The event store is closed.');
  });

  describeOnDouble('EventStoreDB', 'a server that does not let us in', () => {
    it('a server that requires a user and a password', async () => {
      const { url, port } = await started(EventStoreDouble.start({ rejectsCredentials: true }));
      expect(await refusal(url, 10_000)).toBe(
        `The event store at 127.0.0.1:${port} wants a user and password in the connection string.`,
      );
      const unsent = url.replace('esdb://', 'esdb://admin:secret-word@');
      expect(await refusal(unsent, 10_000)).toBe(
        'The connection string of the event store must not have a user and password with tls=false: ' +
          'the client sends them over TLS only.',
      );
    });

    it('a server that is too old', async () => {
      const { url, port } = await started(EventStoreDouble.start({ version: '22.10.3.0' }));
      expect(await refusal(url, 10_000)).toBe(
        `The event store at 127.0.0.1:${port} is of version 22.10.3.0; 23.10 or newer is needed.`,
      );
    });
  });
});
