import type { History, Judge, RequestRecord } from '../../world.js';
import { isSuccess } from '../answers/asked.js';
import { type EventOf, type ModelEvent, naming } from '../model/events.js';
import type { Import } from '../model/imports.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { replay } from '../replay.js';
import type { Write } from '../rules/rule.js';
import { differenceOfRows } from './done-rows.js';
import { readSentFile, type SentFile } from './sent-file.js';

/** A file that was sent to an import, and the requests that sent it. */
interface Candidate {
  readonly requests: readonly RequestRecord[];
  file: SentFile | undefined;
  /** What of the log it does not fit. */
  why: string | undefined;
}

/**
 * What an import has done are the rows of one file that was sent to it, from the first on, each once, and, where it is
 * finished, all of them. Only a request of that file is told that it is done.
 */
export const importsDoEachRowOnce: Judge = (history) => {
  const sent = filesOf(history);
  const violations: string[] = [];
  const before = (model: WorkspaceModel, event: ModelEvent, write: Write): void => {
    const step = stepAt(event, write);
    const known = step && model.imports.get(step.data.import_id);
    if (!known) return;
    const fitting = (sent.get(step.data.import_id) ?? []).filter(({ why }) => why === undefined);
    for (const candidate of fitting) candidate.why = misfit(candidate, { model, known, step, write });
    if (fitting.some(({ why }) => why === undefined)) return;
    violations.push(`${naming(step)}: no file that was sent fits: ${fitting.at(-1)?.why ?? 'there is none'}`);
  };
  replay(history.events, { before });
  return [...violations, ...[...sent.values()].flat().flatMap(toldOfAnother)];
};

type Step = EventOf<'ImportAdvanced'> | EventOf<'ImportFinished'>;

/** The step of an import that begins with an event: some rows are judged before the first of their events. */
function stepAt(event: ModelEvent, { events }: Write): Step | undefined {
  if (event.type === 'ImportFinished') return event;
  const last = events.at(-1)!;
  return last.type === 'ImportAdvanced' && event === events[0] ? last : undefined;
}

interface At {
  readonly model: WorkspaceModel;
  readonly known: Import;
  readonly step: Step;
  readonly write: Write;
}

/** Why a step is not one of a file; undefined: it is. */
function misfit(candidate: Candidate, { model, known, step, write }: At): string | undefined {
  const [{ body, headers }] = candidate.requests as readonly [RequestRecord];
  candidate.file ??= readSentFile(body as string, headers!['content-type']!, known.settings.kind);
  const { rows, isBroken } = candidate.file;
  if (step.type === 'ImportFinished') {
    if (isBroken) return 'it cannot be read to its end';
    return rows.length === step.data.rows ? undefined : `it has ${rows.length} rows`;
  }
  const { up_to_row: upTo } = step.data;
  if (upTo > rows.length) return `it has ${rows.length} rows`;
  return differenceOfRows(model, known.settings, rows.slice(known.upTo, upTo), write.events);
}

/** The files that were sent to each import. */
function filesOf({ requests }: History): ReadonlyMap<string, readonly Candidate[]> {
  const sent = new Map<string, Map<string, RequestRecord[]>>();
  for (const request of requests) {
    const id = importOf(request);
    if (id === undefined) continue;
    const files = sent.get(id) ?? new Map<string, RequestRecord[]>();
    sent.set(id, files.set(request.body as string, [...(files.get(request.body as string) ?? []), request]));
  }
  const candidates = (files: ReadonlyMap<string, RequestRecord[]>): readonly Candidate[] =>
    [...files.values()].map((each) => ({ requests: each, file: undefined, why: undefined }));
  return new Map([...sent].map(([id, files]) => [id, candidates(files)]));
}

const ROWS = /^\/imports\/([^/]+)\/rows$/;

/** The import to which a request sends a file. */
export function importOf({ method, path }: Pick<RequestRecord, 'method' | 'path'>): string | undefined {
  return method === 'PUT' ? ROWS.exec(path)?.[1] : undefined;
}

function toldOfAnother({ requests, why }: Candidate): readonly string[] {
  if (why === undefined) return [];
  const told = requests.filter((request) => request.told.kind === 'answered' && isSuccess(request.told));
  return told.map(({ number, path }) => `request ${number}, PUT ${path}, was told that its file is done: ${why}`);
}
