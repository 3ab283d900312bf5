import { randomUUID } from 'node:crypto';
import type { PersonalKey, PersonalKeys } from '../personal-keys.js';
import { newKey, type SecretsKeys } from '../wrapping.js';

/** A store of keys under test, which connections of several processes share. */
export interface KeyStoreUnderTest {
  /** Opens a connection of its own, as another process does. */
  open(secrets: SecretsKeys): Promise<PersonalKeys>;
  /** Removes the store. Its connections are closed before. */
  destroy(): Promise<void>;
}

/** Opens another connection to the store of the test; the suite closes it after the test. */
export type Connect = (secrets?: SecretsKeys) => Promise<PersonalKeys>;

/** The keys derived from an entry of SECRETS_KEY, and from the one that is put in its place. */
export const [OLD, NEW] = [newKey(), newKey()];

/** An id that no store makes: it is not random. */
export const UNKNOWN_ID = 'ab'.repeat(16);

/** Keys of one workspace: enough for several pages or bulk writes of any adapter. */
export const MANY = 1_300;

export function newWorkspace(): string {
  return randomUUID();
}

export function subjects(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => `contact:${first + index}`);
}

export function idsOf(keys: readonly PersonalKey[]): string[] {
  return keys.map(({ id }) => id);
}

export function bytesOf(keys: readonly PersonalKey[]): Buffer[] {
  return keys.map(({ key }) => key);
}

/** Expects that these ids lead to these keys. */
export async function expectFound(store: Pick<PersonalKeys, 'get'>, keys: readonly PersonalKey[]): Promise<void> {
  expect(await store.get(idsOf(keys))).toEqual(bytesOf(keys));
}

/** Expects that these keys were destroyed. */
export async function expectShredded(store: Pick<PersonalKeys, 'get'>, keys: readonly PersonalKey[]): Promise<void> {
  expect(await store.get(idsOf(keys))).toEqual(keys.map(() => 'shredded'));
}
