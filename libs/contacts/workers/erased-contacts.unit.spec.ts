import { DomainError, notFound } from '#kernel';
import { TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { MemoryPersonalKeys, shredSubjects } from '#personal-data/testing';
import { decideErase } from '../commands/erase-contact.command.js';
import { CONTACTS, ERASURES, importContacts } from '../domain/index.js';
import { ANN, AroundErasures } from '../testing/around-erasures.js';
import { shredErasedContacts } from './erased-contacts.js';

const BOB = id(12);
const imported = (contact_id: string) => ({
  type: 'ContactImported',
  data: { contact_id, phone: '+12025550101', name: 'Ann' },
});
const completed = (contact_id: string) => ({ type: 'ContactErasureCompleted', data: { contact_id } });

/** Ann and Bob were erased, and have keys nevertheless. */
async function around() {
  const made = new AroundErasures();
  const keys = new MemoryPersonalKeys();
  for (const contact of [ANN, BOB]) {
    await made.happened(imported(contact));
    await made.happened(...decideErase(contact, false)(made.workspace).events, completed(contact));
  }
  await keys.ensure(TEST_WORKSPACE, [`contact:${ANN}`, `contact:${BOB}`, 'contact:other']);
  const left = async () => {
    const asked = [`contact:${ANN}`, `contact:${BOB}`, 'contact:other'];
    return [...(await keys.keyIds(TEST_WORKSPACE, asked)).keys()];
  };
  const shred = () => shredErasedContacts({ ...made, personalKeys: keys }, () => false);
  return { made, keys, left, shred };
}

describe('keys of contacts that were erased before', () => {
  it('are shredded where they are there again, after an erasure that keeps imports away', async () => {
    const { made, left, shred } = await around();
    expect(await shred()).toEqual(new Set());
    expect(await left()).toEqual(['contact:other']);
    for (const contact of [ANN, BOB]) {
      expect(made.workspace.rows(ERASURES, [[TEST_WORKSPACE, contact]])).toMatchObject([{ pending: 1 }]);
      expect(made.workspace.rows(CONTACTS, [[TEST_WORKSPACE, contact]])).toMatchObject([{ erasure: 'started' }]);
      const again = importContacts([{ contactId: contact, phone: '+12025550102', name: null }]);
      expect(() => again(made.workspace)).toThrow(DomainError);
    }
  });

  it('are only read about where none is there, which raises no number and sends no command', async () => {
    const { made, keys, shred } = await around();
    await shredSubjects(keys, TEST_WORKSPACE, [`contact:${ANN}`, `contact:${BOB}`]);
    const before = await keys.shreddings();
    await shred();
    expect([await keys.shreddings(), made.sent]).toEqual([before, []]);
  });

  it('stay where the contact was imported again, also while the rows do not show it', async () => {
    const { made, left, shred } = await around();
    made.workspace.append([imported(ANN)]);
    await shred();
    expect(await left()).toEqual([`contact:${ANN}`, 'contact:other']);
    expect(made.workspace.rows(CONTACTS, [[TEST_WORKSPACE, ANN]])).toMatchObject([{ live: 1, erasure: 'none' }]);
  });

  it('wait where the workspace cannot be written now, and are shredded at once where it is deleted', async () => {
    const { made, left, shred } = await around();
    made.beforeWrite = () => Promise.reject(new DomainError('unavailable', 'It waits for an event.'));
    expect(await shred()).toEqual(new Set([TEST_WORKSPACE]));
    expect(await left()).toHaveLength(3);
    made.beforeWrite = () => Promise.reject(notFound('workspace'));
    expect(await shred()).toEqual(new Set());
    expect(await left()).toEqual(['contact:other']);
  });

  it('are given up with any other error', async () => {
    const { made, shred } = await around();
    made.beforeWrite = () => Promise.reject(new TypeError('a fault'));
    await expect(shred()).rejects.toThrow('a fault');
  });
});
