import type { DomainEvent, Projection, Row } from '#kernel';
import { FakeLog } from '../testing/fake-log.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';
import type { Commit } from '../read-model.js';

interface Person extends Row {
  readonly workspace_id: string;
  readonly name: string;
  readonly phone: string | null;
}

/** The name and the phone of the one person of a workspace. */
const PEOPLE: Projection<Person> = {
  collection: { name: 'people', key: ['workspace_id'], indexes: [] },
  version: 1,
  keys: ({ metadata }) => [[metadata.workspace_id]],
  evolve: (_, { data, metadata, revision }) => {
    const { name, phone } = data as Pick<Person, 'name' | 'phone'>;
    return { workspace_id: metadata.workspace_id, name, phone, revision };
  },
  personal: ({ name, phone }) => [name, phone],
};

const called = (name: string, phone: string | null): DomainEvent => ({ type: 'PersonChanged', data: { name, phone } });

/** Whether each commit of a follower erases, with batches of a size. */
async function erasing(events: readonly DomainEvent[], batchSize: number): Promise<readonly boolean[]> {
  const log = new FakeLog();
  log.append('w', events);
  const told: boolean[] = [];
  class Noting extends MemoryReadModel {
    override async commit(commit: Commit): Promise<void> {
      await super.commit(commit);
      if (commit.writes.length > 0) told.push(commit.writes.some(({ erases }) => erases));
    }
  }
  await runToEnd(log, new Noting(), { batchSize }, [PEOPLE]);
  return told;
}

describe('a write erases personal data', () => {
  it('where an event makes a place of the row empty that was not', async () => {
    const events = [called('Ada', '1'), called('Ada', null), called('Bea', null), called('', null)];
    expect(await erasing(events, 1)).toEqual([false, true, false, true]);
  });

  it('also where an earlier event of its batch has filled the place', async () => {
    expect(await erasing([called('', '1'), called('', null)], 2)).toEqual([true]);
  });

  it('also where a later event of its batch fills the place again', async () => {
    expect(await erasing([called('', '1'), called('', null), called('', '2')], 3)).toEqual([true]);
  });

  it('once: not the writes after it', async () => {
    expect(await erasing([called('Ada', '1'), called('', '1'), called('Bea', '1')], 1)).toEqual([false, true, false]);
  });
});
