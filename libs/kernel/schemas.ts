import type { EventSchema, NewEvent, PersonalFields, RecordedEvent } from './events.js';
import type { JsonObject } from './json.js';
import { sealedLength, valuesAt } from './personal.js';
import { utf8Length } from './text.js';

/** An event of a type or version that this process does not know: a newer one has written it. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';

  constructor(
    readonly stream: string,
    readonly revision: number,
    what: string,
    /** The known parts of the event: its type as written, and its workspace. */
    readonly about: { readonly type?: string; readonly workspaceId?: string } = {},
  ) {
    super(`${stream}@${revision}: ${what}`);
  }
}

/** Upcasts events of older versions to the present one; applied wherever events are read. */
export type Upcaster = (event: RecordedEvent) => RecordedEvent;

/** All event types of a running service: the version to write, and how older versions are read. */
export class EventSchemas {
  private readonly byType = new Map<string, EventSchema>();

  constructor(schemas: Iterable<EventSchema>) {
    for (const schema of schemas) {
      if (this.byType.has(schema.type)) throw new Error(`event type ${schema.type} is declared twice`);
      for (let version = 1; version < schema.version; version += 1) {
        if (!schema.upcasts?.[version]) throw new Error(`${schema.type} has no upcast from version ${version}`);
      }
      this.byType.set(schema.type, schema);
    }
  }

  /** Every declared type with its present version. */
  all(): readonly EventSchema[] {
    return [...this.byType.values()];
  }

  /** The version with which new events of this type are written. */
  version(type: string): number {
    const schema = this.byType.get(type);
    if (!schema) throw new Error(`event type ${type} is not declared`);
    return schema.version;
  }

  /** The personal data of events of this type; undefined: there are none. */
  personal(type: string): PersonalFields | undefined {
    return this.byType.get(type)?.personal;
  }

  /** Bytes that an event's data gain when they are sealed: 0 where nothing of them is. */
  bytesOfSealing({ type, data, metadata }: Pick<NewEvent, 'type' | 'data' | 'metadata'>): number {
    const personal = this.personal(type);
    const values = personal && valuesAt(data, personal.fields);
    if (!values) return 0;
    const keys = personal.subjects({ data, metadata }).length;
    if (keys === 0) return 0;
    let bytes = SEALED_FIELD.length + sealedLength(utf8Length(JSON.stringify(values)), keys);
    for (const value of Object.values(values)) bytes += 'null'.length - utf8Length(JSON.stringify(value));
    return bytes;
  }

  /**
   * The event with its data upcast to the present version.
   * @throws UnknownEventError a type or version that this process does not know
   */
  readonly upcast: Upcaster = (event) => {
    const schema = this.byType.get(event.type);
    if (!schema) throw unknown(event, `unknown event type ${event.type}`);
    const written = event.metadata.schema_version;
    if (written === schema.version) return event;
    if (written > schema.version || written < 1) {
      throw unknown(event, `unknown version ${written} of ${event.type}`);
    }
    let data = event.data as JsonObject;
    for (let version = written; version < schema.version; version += 1) data = schema.upcasts![version]!(data);
    return { ...event, data, metadata: { ...event.metadata, schema_version: schema.version } };
  };
}

/** What sealing adds to the JSON of data, besides the sealed text itself. */
const SEALED_FIELD = ',"personal":""';

function unknown({ stream, revision, type, metadata }: RecordedEvent, what: string): UnknownEventError {
  return new UnknownEventError(stream, revision, what, { type, workspaceId: metadata.workspace_id });
}
