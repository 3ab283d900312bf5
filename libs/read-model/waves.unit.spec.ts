import type { Collection } from '#kernel';
import { wavesOf } from './waves.js';

const collection = (name: string, ...refersTo: readonly string[]): Collection => ({
  ...{ name, key: ['workspace_id'], indexes: [], refersTo },
});
const [LISTS, CONTACTS, CALLS] = [collection('lists'), collection('contacts'), collection('calls')];
const MEMBERS = collection('members', 'contacts', 'lists');
const NOTES = collection('notes', 'members', 'calls');

const namesIn = (...written: readonly Collection[]) =>
  wavesOf(written.map((each) => ({ collection: each }))).map((wave) => wave.map(({ collection: { name } }) => name));

describe('the waves of a commit', () => {
  it('are one where no row refers to another that is written', () => {
    expect(namesIn(CONTACTS, CALLS, LISTS, CONTACTS)).toEqual([['contacts', 'calls', 'lists', 'contacts']]);
    expect(namesIn(MEMBERS, MEMBERS, CALLS)).toEqual([['members', 'members', 'calls']]);
    expect(namesIn()).toEqual([]);
  });

  it('have what rows refer to before them, over any number of steps, each write once and in its order', () => {
    expect(namesIn(MEMBERS, CONTACTS, CALLS)).toEqual([['contacts', 'calls'], ['members']]);
    expect(namesIn(NOTES, MEMBERS, CALLS, LISTS, MEMBERS)).toEqual([
      ['calls', 'lists'],
      ['members', 'members'],
      ['notes'],
    ]);
    expect(namesIn(NOTES, CONTACTS)).toEqual([['notes', 'contacts']]);
  });
});
