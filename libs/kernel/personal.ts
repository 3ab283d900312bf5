import type { Instant } from './clock.js';
import type { Json, JsonObject } from './json.js';

const CONTACT = 'contact:';

/** The subject of one person: its key seals what is known of a contact. */
export function contactSubject(contactId: string): string {
  return `${CONTACT}${contactId}`;
}

/** Whether a subject is a person: it may get another key after its key was shredded. */
export function isContactSubject(subject: string): boolean {
  return subject.startsWith(CONTACT);
}

/** The kinds of subjects that are days. */
export type DayKind = 'calls' | 'deliveries' | 'responses' | 'answers';

/** A day of UTC, such as 2030-01-31. */
export type Day = string;

/** The day of an instant. */
export function dayOf(at: Instant): Day {
  return at.slice(0, 10);
}

/** The subject of one day (UTC): its key seals what was recorded on that day, and is shredded by age. */
export function daySubject(kind: DayKind, at: Instant): string {
  return `${kind}:${dayOf(at)}`;
}

/** The kind of a subject that is a day; undefined: it is another one. */
export function dayKindOf(subject: string): DayKind | undefined {
  return DAY_KINDS.find((kind) => subject.startsWith(`${kind}:`));
}

/** The subjects of a kind that are days before a day: texts from the first up to but not including the last. */
export function subjectsBefore(kind: DayKind, before: Day): readonly [string, string] {
  return [`${kind}:`, `${kind}:${before}`];
}

const DAY_KINDS: readonly DayKind[] = ['calls', 'deliveries', 'responses', 'answers'];

/** The values at some paths, by their path; undefined: each is null or absent. */
export function valuesAt(data: object, paths: readonly string[]): JsonObject | undefined {
  let values: Record<string, Json> | undefined;
  for (const path of paths) {
    const value = valueAt(data, path);
    if (value !== undefined && value !== null) (values ??= {})[path] = value;
  }
  return values;
}

/** A copy of the data with other values at some paths; objects off these paths are shared. */
export function withValuesAt(data: object, values: JsonObject): JsonObject {
  let copy = data as JsonObject;
  for (const [path, value] of Object.entries(values)) copy = withValueAt(copy, path.split('.'), value);
  return copy;
}

/** Bytes of a sealed text before its base64url: version, number of keys, iv, tag. */
const TEXT_BYTES = 1 + 1 + 12 + 16;
/** Bytes of the id of a key. */
const KEY_ID_BYTES = 16;

/** Characters of a sealed text: its layout is in libs/personal-data/sealed-text.ts. */
export function sealedLength(bytes: number, keys: number): number {
  return Math.ceil(((TEXT_BYTES + keys * KEY_ID_BYTES + bytes) * 4) / 3);
}

function valueAt(data: object, path: string): Json | undefined {
  let value: unknown = data;
  for (const field of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[field];
  }
  return value as Json | undefined;
}

function withValueAt(data: JsonObject, [field, ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...data, [field!]: value };
  const inner = data[field!];
  return { ...data, [field!]: withValueAt((inner ?? {}) as JsonObject, rest, value) };
}
