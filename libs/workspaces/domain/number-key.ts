import type { DomainEvent, EventSchema, PersonalFields } from '#kernel';
import type { Randomness } from './secrets.js';

/**
 * The subject whose key seals what belongs to numbers and to no contact. It is shredded with the workspace, never
 * alone.
 */
export const NUMBERS_SUBJECT = 'numbers';

/**
 * The key under which the numbers of the workspace are hashed from now on, for good: the first use of the do-not-call
 * register makes it, or the first limits of a contact (docs/reference/dialing-rules.md#do-not-call,
 * docs/reference/dialing-rules.md#limits-of-a-contact).
 */
export type NumberKeyMade = DomainEvent<
  'NumberKeyMade',
  {
    /** 64 hexadecimal digits, random. Null once the workspace was shredded. */
    readonly key: string | null;
  }
>;

const KEY: PersonalFields = { fields: ['key'], subjects: () => [NUMBERS_SUBJECT] };

export const NUMBER_KEY_SCHEMA: EventSchema = { type: 'NumberKeyMade', version: 1, personal: KEY };

const KEY_BYTES = 32;

/** A new key of numbers. Decisions are pure, so it is made before them. */
export function newNumberKey(randomness: Randomness): string {
  return Array.from(randomness.bytes(KEY_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
