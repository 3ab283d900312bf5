import { EventEmitter } from 'node:events';
import { EventStoreDouble } from '../../../test/doubles/eventstoredb/event-store-double.js';
import { describeOnDouble } from '../../../test/support/double-only.js';
import { contractSchemas } from '../contract/index.js';
import { ids, newPrefix, notes, readAll } from '../contract/subject.js';
import { serialise } from '../serialise.js';
import { appendMessage } from './append-message.js';
import { Client } from './client.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { reasonOf } from './faults.js';
import { Collector } from './testing/collector.js';

describeOnDouble('EventStoreDB', 'a node of EventStoreDB that another one leads', () => {
  let leader: EventStoreDouble;
  let node: EventStoreDouble;

  beforeEach(async () => {
    leader = await EventStoreDouble.start();
    node = await EventStoreDouble.start({ leader: { host: '127.0.0.1', port: leader.port } });
  });
  afterEach(async () => {
    await node.stop();
    await leader.stop();
  });

  // The first call of each kind: the client then connects to the leader, for all later calls.
  it.each<[string, (client: Client) => unknown]>([
    ['a read of a stream', (client) => client.readStream('a-1', { from: undefined, backwards: false, limit: 1 })],
    ['a read of the end', (client) => client.readEnd(1)],
    ['a subscription', (client) => client.subscribe(undefined, ['a-'], () => undefined)],
    [
      'an append',
      async (client) => {
        const stream = await client.openAppends();
        const [request] = appendMessage('a-1', serialise(notes(1)), 'no_stream').requests('id');
        stream.write(request!);
        return stream;
      },
    ],
  ])('is not asked for %s', async (_, start) => {
    const client = new Client(node.url);
    const call = await start(client);
    if (!(call instanceof EventEmitter)) throw new Error('no call');
    const first = await new Promise((resolve) => {
      call.on('error', (error) => resolve(reasonOf(error)));
      for (const event of ['confirmation', 'data', 'end']) call.on(event, () => resolve(event));
    });
    expect(first).toBe('Leader info available');
    await client.dispose();
  });

  it('leads a store to the leader, with any first operation', async () => {
    const prefix = newPrefix();
    const events = notes(3);
    const open = () => EventStoreDbEventStore.open({ url: node.url, upcast: contractSchemas.upcast });
    const store = await open();
    await store.append(`${prefix}1`, events, 'no_stream');
    const follower = new Collector(store, prefix);
    await follower.count(3);
    await follower.end();
    await store.close();
    const another = await open();
    expect(ids(await readAll(another, `${prefix}1`))).toEqual(ids(events));
    await another.close();
    const led = await EventStoreDbEventStore.open({ url: leader.url, upcast: contractSchemas.upcast });
    expect(ids(await readAll(led, `${prefix}1`))).toEqual(ids(events));
    await led.close();
  });
});
