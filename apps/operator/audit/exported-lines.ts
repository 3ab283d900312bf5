import { createHash } from 'node:crypto';
import type { RecordedEvent } from '#kernel';

/** What an export holds, as its manifest says it; the chain begins with these. */
export interface ExportScope {
  readonly workspace_id: string;
  /** Null: from the beginning. */
  readonly from: string | null;
  readonly to: string;
}

/** The encodings of an export: one line an event. */
export const FORMATS = ['jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** The name of the file with the events. */
export function eventsFile(format: Format): string {
  return `events.${format}`;
}

const VERSION = 'smart-lists-export/1';
const LINK_BYTES = 64;

/** The first line of a CSV file. */
export const CSV_HEADER =
  'n,position,stream,revision,id,type,schema_version,occurred_at,actor_kind,actor_id,correlation_id,causation_id,data,chain';

/** A SHA-256 chain: each link covers a line and all before it. */
export class Chain {
  private last: string;

  constructor(scope: ExportScope, format: Format) {
    const { workspace_id, from, to } = scope;
    this.last = sha256(JSON.stringify([VERSION, format, workspace_id, from, to]));
  }

  /** The last link, in hexadecimal. */
  get end(): string {
    return this.last;
  }

  /** @returns the link of a line, given as text or as its bytes */
  add(line: string | Buffer): string {
    return (this.last = createHash('sha256').update(`${this.last}\n`).update(line).digest('hex'));
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The line of an event, without its link and without a line break. Answers that were kept for retries are left out. */
export function lineOf(event: RecordedEvent, n: number, format: Format): string {
  const { position = null, stream, revision, id, type, data, metadata } = event;
  const { schema_version, occurred_at, actor, correlation_id, causation_id } = metadata;
  if (format === 'jsonl') {
    const shown = { n, position, stream, revision, id, type, schema_version, occurred_at, actor, correlation_id };
    return JSON.stringify({ ...shown, causation_id, data });
  }
  const of = [n, position, stream, revision, id, type, schema_version, occurred_at, actor.kind, actor.id];
  return [...of, correlation_id, causation_id, JSON.stringify(data)].map(quoted).join(',');
}

/** A line with its link, as it stands in the file. */
export function linked(line: string, link: string, format: Format): string {
  return format === 'jsonl' ? `{"event":${line},"chain":"${link}"}` : `${line},${link}`;
}

/** A line of a file, taken apart; undefined: it is not one of an export. */
export function unlinked(bytes: Buffer, format: Format): { readonly line: Buffer; readonly link: string } | undefined {
  const [before, between, after] = format === 'jsonl' ? ['{"event":', ',"chain":"', '"}'] : ['', ',', ''];
  const end = bytes.length - after.length - LINK_BYTES;
  const isFramed =
    bytes.subarray(0, before.length).equals(Buffer.from(before)) &&
    bytes.subarray(end - between.length, end).equals(Buffer.from(between)) &&
    bytes.subarray(end + LINK_BYTES).equals(Buffer.from(after));
  if (end - between.length < before.length || !isFramed) return undefined;
  const link = bytes.subarray(end, end + LINK_BYTES).toString('latin1');
  return { line: bytes.subarray(before.length, end - between.length), link };
}

/** What a line says, for comparisons. */
export function contentOf(line: string, format: Format): unknown {
  if (format === 'jsonl') return JSON.parse(line);
  const fields = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field]) => field!.replaceAll('""', '"'));
  return [...fields.slice(0, -1), JSON.parse(fields.at(-1)!)];
}

/** RFC 4180, every field quoted; null is an empty field. JSON has no line breaks. */
function quoted(value: string | number | null): string {
  return `"${String(value ?? '').replaceAll('"', '""')}"`;
}
