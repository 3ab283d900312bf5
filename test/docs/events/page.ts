import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { SCHEMAS } from '../../../apps/service/catalogue.js';
import { APPENDS, STREAMS, typesOf } from './appends.js';
import { declaredEventTypes, type EventField } from './event-types.js';

/** The repository, seen from the compiled test. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the page lies. */
export const EVENTS_PAGE = join(ROOT, 'docs/reference/events.md');

/** One event as some version of the service wrote it. */
export interface GoldenEvent {
  readonly type: string;
  readonly schema_version: number;
  readonly data: object;
}

/** Every golden file, in alphabetical order. */
export function goldenEvents(): readonly GoldenEvent[] {
  return readdirSync(join(ROOT, 'libs'))
    .flatMap((lib) => filesIn(join(ROOT, 'libs', lib, 'golden')))
    .sort()
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as GoldenEvent);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const HEAD = `# Events

Made by \`npm run docs:events\` from the golden files, the declarations of the events and the list of all kinds of writes
(\`test/docs/events/appends.ts\`). Tests hold it to these, and the list to the log of a running service. Besides its data
every event has [metadata](consistency.md#metadata). What an append may hold: \`?\` may be missing, \`+\` one or more,
\`*\` any number, \`|\` one of both.
`;

/** `CommandRecorded` has no data to declare. */
const RECORD =
  'A write with an Idempotency-Key has changed nothing: the event carries the record of the key in its metadata.';

/** The reference of all events, as it is to stand in docs/reference/events.md. */
export async function eventsPage(): Promise<string> {
  const types = declaredEventTypes();
  const golden = goldenEvents();
  const sections = SCHEMAS.all().map(({ type, version }) => {
    const declared = types.get(type);
    const writes = APPENDS.filter((kind) => typesOf(kind).has(type));
    const examples = golden.filter((event) => event.type === type);
    return [
      `## ${type}`,
      declared?.comment ?? RECORD,
      `Version ${version}, in the stream ${code(STREAMS[type] ?? 'workspace-{workspace_id}')}.`,
      declared && declared.fields.length > 0 ? fieldTable(declared.fields) : 'Its data is empty.',
      ['Appended by:', '', ...writes.map(({ write, by, run }) => `- ${write} (${by}): ${code(run)}`)].join('\n'),
      ...examples.map(({ schema_version, data }) => `Version ${schema_version}, for example:\n\n${jsonBlock(data)}`),
    ].join('\n\n');
  });
  const text = [HEAD, ...sections].join('\n\n');
  return format(text, { ...(await resolveConfig(EVENTS_PAGE)), parser: 'markdown' });
}

function fieldTable(fields: readonly EventField[]): string {
  const rows = fields.map(({ path, type, isOptional, comment }) => {
    const cells = [`${path}${isOptional ? '?' : ''}`, type, comment];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| field | type | |', '| --- | --- | --- |', ...rows].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

function jsonBlock(data: object): string {
  return ['```json', JSON.stringify(data, undefined, 2), '```'].join('\n');
}
