import type { DomainEvent } from '#kernel';
import { FakeLog } from '../../read-model/testing/fake-log.js';
import { presented } from './presented.js';

const imported = (id: string): DomainEvent => ({
  type: 'ContactImported',
  data: { contact_id: id, phone: null, name: 'Ada' },
});

it('events have the present names of the keys that acted, each read once', async () => {
  const log = new FakeLog();
  const events = log.append('w', [imported('a'), imported('b')]);
  const actor = { kind: 'api_key' as const, id: 'k1' };
  for (const [n, event] of events.entries()) log.events[n] = { ...event, metadata: { ...event.metadata, actor } };
  const asked: unknown[] = [];
  const keys = {
    getMany: async (_: unknown, wanted: unknown) => {
      asked.push(wanted);
      return [{ name: 'CRM', revision: 1 }] as never[];
    },
  };
  const found = await presented(log.events, keys);
  expect(found.map(({ event_id }) => event_id)).toEqual(events.map(({ id }) => id));
  expect(found.map((event) => event.actor)).toEqual(Array(2).fill({ type: 'api_key', id: 'k1', name: 'CRM' }));
  expect(asked).toEqual([[['w', 'k1']]]);
});

it('events of no key need no read', async () => {
  const log = new FakeLog();
  const events = log.append('w', [imported('a')]);
  const keys = { getMany: () => Promise.reject(new Error('read')) };
  expect(await presented(events, keys)).toHaveLength(1);
});
