import type { History } from '../../world.js';
import { importOf } from '../imports/imports.js';
import type { ModelEvent } from '../model/events.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { type Asked, asking, codeOf, SEND_ROWS } from './asked.js';

/** Whether a key may not do what an import with a list, or one of removals, asks for. */
export function lacksScopeOfImport(asked: Asked, model: WorkspaceModel, scopes: readonly string[]): boolean {
  const isOfRows = asked.route === SEND_ROWS || asked.route === 'POST /imports';
  if (!isOfRows || scopes.includes('smart_lists:write')) return false;
  const body = asked.request.body as { readonly kind: string; readonly smart_list_id?: string };
  const { kind, smart_list_id: listId } =
    asked.route === 'POST /imports' ? body : (model.imports.get(asked.ids[0]!)?.settings ?? {});
  return kind !== undefined && (kind !== 'contacts' || typeof listId === 'string');
}

/** Whether a file cannot be read to its end: the files of work have no quote but one that is not closed. */
export const isBrokenFile = ({ request }: Asked): boolean => String(request.body).includes('"');

/**
 * The file of an import is refused for a conflict only where the import was ended, where another file was sent for it
 * before, or where another request does rows of it meanwhile.
 */
export function filesAreRefusedForAReason(history: History, all: readonly Asked[]): readonly string[] {
  const refused = all.filter((asked) => asked.route === SEND_ROWS && codeOf(asked.answer) === 'resource_conflict');
  return refused.flatMap((asked) => {
    const { request, ids, indexes } = asked;
    const known = history.events.slice(0, request.logAtAnswer) as readonly ModelEvent[];
    const own = known.flatMap((event, index) =>
      isOf(event, ids[0]!) && !indexes.includes(index) ? [{ event, index }] : [],
    );
    const isEnded = own.some(({ event }) => event.type === 'ImportFinished' || event.type === 'ImportCancelled');
    const isOvertaken = own.some(({ index }) => index >= request.logAtAsk);
    const wasAnother = history.requests.some(
      (other) =>
        importOf(other) === ids[0] &&
        isAnother(String(other.body), String(request.body)) &&
        other.askedAt <= request.answeredAt,
    );
    return isEnded || isOvertaken || wasAnother
      ? []
      : [`${asking(asked)}: no other file was sent, and no other request did rows meanwhile`];
  });
}

const isOf = (event: ModelEvent, importId: string): boolean =>
  event.type.startsWith('Import') && (event.data as { readonly import_id: string }).import_id === importId;

/** A file is the beginning of the one that goes on where it could not be read. */
const isAnother = (other: string, file: string): boolean => !other.startsWith(file) && !file.startsWith(other);
