import {
  daySubject,
  type EventMetadata,
  type EventSchemas,
  type IdempotencyRecord,
  type JsonObject,
  type NewEvent,
  valuesAt,
  withValuesAt,
} from '#kernel';
import { inSlices } from './in-slices.js';
import { type KeysAtHand, type PersonalKey, type PersonalKeys, WorkspaceShreddedError } from './personal-keys.js';
import { sealText } from './sealed-text.js';

/** The name of the field of data that has the sealed text; no event has a field of its own by this name. */
export const SEALED_FIELD = 'personal';

/** In place of the body of a record of an Idempotency-Key: its fingerprint and its body, sealed. */
export interface SealedBody {
  readonly sealed: string;
}

/** What is sealed of a record. */
export type JudgedRecord = Pick<IdempotencyRecord, 'fingerprint' | 'body'>;

/** An event, and what of it is sealed. */
interface Personal {
  readonly event: NewEvent;
  readonly values: JsonObject | undefined;
  readonly subjects: readonly string[];
  readonly record: IdempotencyRecord | undefined;
}

/** The keys of some subjects of a workspace; undefined: it was shredded, and gets none any more. */
type Keys = ReadonlyMap<string, PersonalKey> | undefined;

/** Events, and what of them is sealed. */
export interface ToSeal {
  /** In the order of the events. */
  readonly personal: readonly Personal[];
  /** The subjects whose keys are needed, by workspace. */
  readonly subjects: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Seals the personal data of events, and fingerprints and bodies of the records of Idempotency-Keys. */
export class EventSealer {
  constructor(
    private readonly keys: Pick<PersonalKeys, 'ensure'> & Partial<KeysAtHand>,
    private readonly schemas: Pick<EventSchemas, 'personal'>,
  ) {}

  /** What of these events is to be sealed. */
  gather(events: readonly NewEvent[]): ToSeal {
    const personal = events.map((event) => this.personalOf(event));
    const subjects = new Map<string, Set<string>>();
    for (const each of personal) {
      const workspaceId = each.event.metadata.workspace_id;
      for (const subject of subjectsOf(each)) {
        const own = subjects.get(workspaceId);
        if (own) own.add(subject);
        else subjects.set(workspaceId, new Set([subject]));
      }
    }
    return { personal, subjects };
  }

  /** As `seal`, without waiting; undefined: a key is not at hand. */
  sealAtOnce(toSeal: ToSeal): readonly NewEvent[] | undefined {
    const keys = new Map<string, Keys>();
    for (const [workspaceId, own] of toSeal.subjects) {
      const subjects = [...own];
      const found = this.keys.atHand?.(workspaceId, subjects);
      if (!found) return undefined;
      keys.set(workspaceId, bySubject(subjects, found));
    }
    return sealedEvents(toSeal.personal, keys);
  }

  /**
   * The events with their personal data sealed. In a workspace that was shredded these are left out: no key would ever
   * open them.
   * @throws PersonalKeysUnavailableError, PersonalKeysError
   */
  async seal(toSeal: ToSeal): Promise<readonly NewEvent[]> {
    const keys = new Map<string, Keys>();
    for (const [workspaceId, own] of toSeal.subjects) keys.set(workspaceId, await this.keysOf(workspaceId, [...own]));
    return inSlices(toSeal.personal, (personal) => sealedEvents(personal, keys));
  }

  private personalOf(event: NewEvent): Personal {
    const { type, data, metadata } = event;
    const { fields, subjects } = this.schemas.personal(type) ?? {};
    const values = fields && valuesAt(data, fields);
    const named = values ? subjects!({ data, metadata }) : [];
    return { event, values: named.length > 0 ? values : undefined, subjects: named, record: metadata.idempotency };
  }

  private async keysOf(workspaceId: string, subjects: readonly string[]): Promise<Keys> {
    if (subjects.length === 0) return new Map();
    try {
      return bySubject(subjects, await this.keys.ensure(workspaceId, subjects));
    } catch (error) {
      if (error instanceof WorkspaceShreddedError) return undefined;
      throw error;
    }
  }
}

function bySubject(subjects: readonly string[], keys: readonly PersonalKey[]): Keys {
  return new Map(subjects.map((subject, at) => [subject, keys[at]!]));
}

function sealedEvents(personal: readonly Personal[], keys: ReadonlyMap<string, Keys>): readonly NewEvent[] {
  return personal.map((each) => sealed(each, keys.get(each.event.metadata.workspace_id)));
}

function subjectsOf({ event, subjects, record }: Personal): readonly string[] {
  return record ? [...subjects, answersOf(event.metadata)] : subjects;
}

/** The subject of the records of Idempotency-Keys. */
function answersOf({ occurred_at }: EventMetadata): string {
  return daySubject('answers', occurred_at);
}

function sealed({ event, values, subjects, record }: Personal, keys: Keys): NewEvent {
  let { data, metadata, json } = event;
  if (values) {
    data = withValuesAt(data, Object.fromEntries(Object.keys(values).map((path) => [path, null])));
    if (keys) {
      const text = sealText(
        JSON.stringify(values),
        subjects.map((subject) => keys.get(subject)!),
        event.id,
      );
      data = { ...data, [SEALED_FIELD]: text };
    }
    json = undefined;
  }
  if (record) {
    const { fingerprint, body: answer, key_hash } = record;
    const judged: JudgedRecord = { fingerprint, body: answer };
    const text = keys && sealText(JSON.stringify(judged), [keys.get(answersOf(metadata))!], key_hash);
    const body = text === undefined ? {} : ({ sealed: text } satisfies SealedBody);
    metadata = { ...metadata, idempotency: { ...record, fingerprint: null, body } };
  }
  const { id, type } = event;
  return { id, type, data, metadata, ...(json !== undefined && { json }) };
}
