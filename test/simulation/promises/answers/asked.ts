import type { History, RequestRecord, Told } from '../../world.js';
import type { Logged } from '../model/events.js';
import { workspaceOf } from '../replay.js';

export type Answered = Extract<Told, { readonly kind: 'answered' }>;

/** A request of a workspace that was answered, with what the log has of it. */
export interface Asked {
  readonly request: RequestRecord;
  readonly answer: Answered;
  /** `POST /smart-lists/:/members/batch`: a colon stands for an id. That of a dry run ends with `?dry_run=true`. */
  readonly route: string;
  /** The ids in the path, in their order. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly workspaceId: string;
  /** The id of the key that asked; undefined: the operator did, or a key that nobody was given. */
  readonly keyId: string | undefined;
  /** What it has written as itself, in the order of the log. */
  readonly events: readonly Logged[];
  /** The indexes of these events in the log. */
  readonly indexes: readonly number[];
  /** The answer was recorded before and is given again. */
  readonly isReplay: boolean;
}

/** Sends the file of an import: rows that are done stay done, whatever is answered. */
export const SEND_ROWS = 'PUT /imports/:/rows';

const DRY_RUN = '?dry_run=true';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ADMIN = /^\/admin\/workspaces\/([^/?]+)/;

/** Each request that was answered and belongs to a workspace, in the order in which they were asked. */
export function askedOf(history: History): readonly Asked[] {
  const keys = keysOf(history);
  const written = writtenBy(history.events);
  return history.requests.flatMap((request) => {
    const { told, method, path, key } = request;
    if (told.kind !== 'answered') return [];
    const { pathname, searchParams: query } = new URL(path, 'http://service');
    const known = keys.get(key ?? '');
    const workspaceId = known?.workspaceId ?? ADMIN.exec(path)?.[1];
    if (workspaceId === undefined) return [];
    const parts = pathname.split('/');
    const named = parts.map((part) => (ID.test(part) ? ':' : part)).join('/');
    const route = `${method} ${named}${query.get('dry_run') === 'true' ? DRY_RUN : ''}`;
    const ids = parts.filter((part) => ID.test(part)).map((id) => id.toLowerCase());
    const indexes = written.get(`${workspaceId} ${correlationOf(told)}`) ?? [];
    const events = indexes.map((index) => history.events[index]!);
    const isReplay = told.headers['idempotent-replayed'] === 'true';
    return [{ request, answer: told, route, ids, query, workspaceId, keyId: known?.keyId, events, indexes, isReplay }];
  });
}

/** How a violation names a request. */
export function asking({ request, answer }: Pick<Asked, 'request' | 'answer'>): string {
  const { number, client, method, path, askedAt, answeredAt, idempotencyKey } = request;
  const [from, to] = [new Date(askedAt).toISOString(), new Date(answeredAt).toISOString()];
  const key = idempotencyKey === undefined ? '' : ` (Idempotency-Key ${idempotencyKey})`;
  const code = answer.status >= 400 ? ` ${codeOf(answer)}` : '';
  return `request ${number} of ${client}, ${method} ${path}${key}, asked ${from}, answered ${to} with ${answer.status}${code}`;
}

export const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300;

export const codeOf = ({ body }: Answered): string => (body as { readonly code?: string } | null)?.code ?? 'no code';

/** Whether it changes nothing; its Idempotency-Key is ignored. */
export const isDryRun = ({ route }: Pick<Asked, 'route'>): boolean => route.endsWith(DRY_RUN);

/** Reads, and redeliveries: the deliveries that they repeat are read from their rows, as no decision does. */
const REPEATING: readonly string[] = ['POST /webhook-deliveries/:/redeliver', 'POST /webhook-deliveries/recover'];

/** Whether rows that lag behind the log may be what an answer tells. */
export function readsRows({ request, route }: Pick<Asked, 'request' | 'route'>): boolean {
  return request.method === 'GET' || REPEATING.includes(route);
}

/** Whose requests come with which secret: as the answers to the operator have told. */
function keysOf({ requests }: History): ReadonlyMap<string, { readonly workspaceId: string; readonly keyId: string }> {
  const made = requests.flatMap(({ told, method, path }) => {
    const workspaceId = ADMIN.exec(path)?.[1];
    const isKey = method === 'POST' && path.endsWith('/api-keys') && workspaceId !== undefined;
    if (!isKey || told.kind !== 'answered' || !isSuccess(told)) return [];
    const { secret, api_key } = told.body as { secret: string; api_key: { api_key_id: string } };
    return [[secret, { workspaceId, keyId: api_key.api_key_id }] as const];
  });
  return new Map(made);
}

/** The indexes of events that requests wrote as themselves, by workspace and correlation id. */
function writtenBy(log: readonly Logged[]): ReadonlyMap<string, number[]> {
  const written = new Map<string, number[]>();
  for (const [index, { stream, metadata }] of log.entries()) {
    const workspaceId = workspaceOf(stream);
    if (workspaceId === undefined || metadata.actor.kind === 'system') continue;
    const name = `${workspaceId} ${metadata.correlation_id}`;
    const indexes = written.get(name);
    if (indexes) indexes.push(index);
    else written.set(name, [index]);
  }
  return written;
}

/** The id that the events of a request bear (docs/reference/http-contract.md#headers-of-answers). */
function correlationOf({ headers }: Answered): string {
  return headers['x-correlation-id'] ?? headers['x-request-id'] ?? '';
}
