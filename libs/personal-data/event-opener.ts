import { type IdempotencyRecord, type JsonObject, type RecordedEvent, UnknownEventError, withValuesAt } from '#kernel';
import { type JudgedRecord, SEALED_FIELD, type SealedBody } from './event-sealer.js';
import { type FoundKey, type PersonalKeys, PersonalKeysError } from './personal-keys.js';
import { openSealedText, readSealedText, type SealedText, SealedTextError } from './sealed-text.js';

/** A sealed text, and what it belongs to. */
interface Closed {
  readonly text: string;
  readonly context: string;
}

/** What a text held; undefined: a key of it was shredded. An error: it cannot be opened. */
type Opened = string | undefined | PersonalKeysError | SealedTextError;

/** What sealed texts held, by the text. */
type OpenedTexts = ReadonlyMap<string, Opened>;

/** A key of a text; an error: the store of keys does not know it, or cannot unwrap it. */
type KeyOrError = FoundKey | PersonalKeysError;

/** Opens what EventSealer has sealed. The keys of all texts of a call are asked for together. */
export class EventOpener {
  constructor(private readonly keys: Pick<PersonalKeys, 'get'>) {}

  /**
   * The events with their personal data, in their order; null remains where a key was shredded. Events of which nothing
   * is sealed are returned as they are.
   * @param options.records also opens the records of Idempotency-Keys; fingerprint null and body {} remain where the
   *   key was shredded
   * @returns an error in the place of each event that cannot be opened
   * @throws PersonalKeysUnavailableError
   */
  async openEvents(
    events: readonly RecordedEvent[],
    { records }: { readonly records: boolean },
  ): Promise<readonly (RecordedEvent | UnknownEventError)[]> {
    const closed: Closed[] = [];
    for (const event of events) {
      closed.push(...closedData(event));
      if (records) closed.push(...closedBody(event.metadata.idempotency));
    }
    if (closed.length === 0) return events;
    const opened = await this.openTexts(closed);
    return events.map((event) => openedEvent(event, opened));
  }

  private async openTexts(closed: readonly Closed[]): Promise<OpenedTexts> {
    const sealed = closed.map(({ text }) => orError(() => readSealedText(text)));
    const ids = new Set(sealed.flatMap((each) => (each instanceof Error ? [] : each.keyIds)));
    const keys = await this.keysOf([...ids]);
    return new Map(closed.map(({ text, context }, at) => [text, openWith(sealed[at]!, keys, context)]));
  }

  private async keysOf(ids: readonly string[]): Promise<ReadonlyMap<string, KeyOrError>> {
    if (ids.length === 0) return new Map();
    try {
      const keys = await this.keys.get(ids);
      return new Map(ids.map((id, at) => [id, keys[at]!]));
    } catch (error) {
      if (!(error instanceof PersonalKeysError)) throw error;
      if (ids.length === 1) return new Map([[ids[0]!, error]]);
    }
    // One unknown key fails the whole question; only the events that it sealed must be unreadable.
    const middle = ids.length >> 1;
    const halves = [await this.keysOf(ids.slice(0, middle)), await this.keysOf(ids.slice(middle))];
    return new Map(halves.flatMap((half) => [...half]));
  }
}

function closedData({ id, data }: RecordedEvent): readonly Closed[] {
  const text = sealedTextOf(data);
  return text === undefined ? [] : [{ text, context: id }];
}

function closedBody(record: IdempotencyRecord | undefined): readonly Closed[] {
  const text = (record?.body as Partial<SealedBody> | undefined)?.sealed;
  return typeof text === 'string' ? [{ text, context: record!.key_hash }] : [];
}

function sealedTextOf(data: object): string | undefined {
  const text = (data as JsonObject)[SEALED_FIELD];
  return typeof text === 'string' ? text : undefined;
}

function openWith(
  sealed: SealedText | SealedTextError,
  keys: ReadonlyMap<string, KeyOrError>,
  context: string,
): Opened {
  if (sealed instanceof Error) return sealed;
  const own: FoundKey[] = [];
  for (const id of sealed.keyIds) {
    const key = keys.get(id)!;
    if (key instanceof Error) return key;
    own.push(key);
  }
  return orError(() => openSealedText(sealed, own, context));
}

function orError<Result>(open: () => Result): Result | SealedTextError {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealedTextError) return error;
    throw error;
  }
}

function openedEvent(event: RecordedEvent, opened: OpenedTexts): RecordedEvent | UnknownEventError {
  try {
    const { idempotency } = event.metadata;
    const data = openedData(event.data, opened);
    const record = idempotency && openedRecord(idempotency, opened);
    if (data === event.data && record === idempotency) return event;
    const metadata = record ? { ...event.metadata, idempotency: record } : event.metadata;
    return { ...event, data, metadata };
  } catch (error) {
    if (!(error instanceof PersonalKeysError || error instanceof SealedTextError)) throw error;
    const { stream, revision, type, metadata } = event;
    const what = `the personal data of ${type} cannot be opened: ${error.message}`;
    return new UnknownEventError(stream, revision, what, { type, workspaceId: metadata.workspace_id });
  }
}

function openedData(data: object, opened: OpenedTexts): object {
  const text = sealedTextOf(data);
  if (text === undefined) return data;
  const { [SEALED_FIELD]: _, ...rest } = data as JsonObject;
  const values = heldBy(text, opened);
  return values === undefined ? rest : withValuesAt(rest, JSON.parse(values) as JsonObject);
}

/** What is left of a record whose key was shredded. */
const SHREDDED: JudgedRecord = { fingerprint: null, body: {} };

/** A record whose text was not among those to be opened stays sealed. */
function openedRecord(record: IdempotencyRecord, opened: OpenedTexts): IdempotencyRecord {
  const [closed] = closedBody(record);
  if (!closed || !opened.has(closed.text)) return record;
  const held = heldBy(closed.text, opened);
  const judged = held === undefined ? SHREDDED : (JSON.parse(held) as JudgedRecord);
  return { ...record, ...judged };
}

/** @throws PersonalKeysError, SealedTextError it cannot be opened */
function heldBy(text: string, opened: OpenedTexts): string | undefined {
  const held = opened.get(text);
  if (held instanceof Error) throw held;
  return held;
}
