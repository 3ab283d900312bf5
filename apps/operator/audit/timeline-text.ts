import type { Json } from '#kernel';
import type { TimelineEntry } from '../past.js';

/** Characters of the longest type of an event that columns leave room for. */
const TYPE = 24;

/** An entry for a terminal: a line with who did what and when, a line of ids, and a line for each field. */
export function entryInWords(entry: TimelineEntry): string {
  const { event, changes } = entry;
  const { stream, revision, id, type, metadata } = event;
  const { occurred_at, correlation_id, causation_id } = metadata;
  const cause = causation_id === null ? '' : `, caused by ${causation_id}`;
  return [
    `${occurred_at}  ${type.padEnd(TYPE)}  ${actorInWords(entry)}`,
    `  ${stream} ${revision}, event ${id}, request ${correlation_id}${cause}`,
    ...(changes.length === 0 ? said(entry) : changed(entry)).map((line) => `  ${line}`),
  ].join('\n');
}

/** An entry as a line of JSON: the event as an export has it, and what it changed. */
export function entryAsJson({ event, actor, effect, changes }: TimelineEntry): string {
  const { position = null, stream, revision, id, type, data, metadata } = event;
  const { schema_version, occurred_at, correlation_id, causation_id } = metadata;
  const shown = { position, stream, revision, id, type, schema_version, occurred_at, actor, correlation_id };
  return JSON.stringify({ ...shown, causation_id, effect, changes, data });
}

/** Who caused an event, in words. */
export function actorInWords({ actor }: Pick<TimelineEntry, 'actor'>): string {
  const { kind, id, name, prefix } = actor;
  switch (kind) {
    case 'api_key':
      return typeof name !== 'string' ? `key ${id}` : `key ${JSON.stringify(name)} (${prefix}…)`;
    case 'admin':
      return id === null ? 'the admin token' : `admin token ${id}`;
    case 'system':
      return `worker ${id}`;
    default:
      return kind satisfies never;
  }
}

function changed({ effect, changes }: TimelineEntry): readonly string[] {
  const gone = effect === 'removed' ? ['no longer shown by the API:'] : [];
  // Fields that a new subject has without a value would be half of its lines.
  const telling = changes.filter(({ before, after }) => (before ?? null) !== (after ?? null));
  return [...gone, ...telling.map(({ field, before, after }) => `${field}: ${inWords(before)} -> ${inWords(after)}`)];
}

/** Of an event that names the subject and changes no field of it. */
function said({ says }: TimelineEntry): readonly string[] {
  return [saidInWords(says) ?? []].flat();
}

/** What an event says by itself, in words; undefined: it has no short value. */
export function saidInWords(says: TimelineEntry['says']): string | undefined {
  const values = Object.entries(says).map(([name, value]) => `${name} ${inWords(value)}`);
  return values.length === 0 ? undefined : `says ${values.join(', ')}`;
}

function inWords(value: Json | undefined): string {
  return value === undefined ? '-' : JSON.stringify(value);
}
