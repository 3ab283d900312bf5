import { MongoCompatibilityError, MongoError, MongoServerSelectionError } from 'mongodb';
import { ReadModelOpenError } from '../read-model.js';
import { isFileError, isLookupError, isSocketError, NoAnswerError } from './errors.js';

/** Codes of the server: the user is unknown, or lacks a right. */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED: ReadonlySet<unknown> = new Set([13, 8_000]);
/** An index of that name, or of those fields, exists with another definition. */
const INDEX_CONFLICTS: ReadonlySet<unknown> = new Set([85, 86]);

const MISTAKES: ReadonlySet<unknown> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** Errors where both sides, or only one, expect TLS. */
const TLS_TROUBLE = /secureConnect|SSL|PEM|EPROTO|certificate|wrong version/i;
const HUNG_UP = /ECONNRESET|closed$/;

/** The parameters of an `open` for its messages, without user and password. */
export interface Asked {
  readonly hosts: string;
  readonly database: string;
  /** Milliseconds in which no server answered. */
  readonly timeoutMs: number;
  readonly tls: boolean;
  readonly replicaSet?: string | undefined;
}

/**
 * The ReadModelOpenError for an error during the opening, for the operator who set the URL; the error is its cause. An
 * error that is certainly a bug of a program is returned unchanged.
 */
export function openProblem(error: unknown, asked: Asked): unknown {
  if (error instanceof ReadModelOpenError || isMistake(error)) return error;
  return new ReadModelOpenError(sentenceOf(error, asked), { cause: error });
}

/** By name: errors of Node itself may be of another class of the same name. Those caused by a setting have a code. */
function isMistake(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return code === undefined && MISTAKES.has(name);
}

function sentenceOf(error: unknown, asked: Asked): string {
  const { hosts, database, timeoutMs } = asked;
  const message = String((error as { readonly message?: unknown } | undefined)?.message ?? error);
  const unreached = `MongoDB cannot be reached at ${hosts} within ${timeoutMs / 1_000} s: `;
  if (error instanceof NoAnswerError) return `MongoDB at ${hosts} gives ${full(message)}`;
  if (error instanceof MongoServerSelectionError) return unreached + full(reasonOf(error, asked));
  if (isLookupError(error)) return unreached + full(message);
  if (isFileError(error)) return `A file that the URL of MongoDB names cannot be read: ${full(message)}`;
  if (isSocketError(error)) return `MongoDB cannot be reached at ${hosts}: ${full(message)}`;
  if (error instanceof MongoCompatibilityError) return `MongoDB at ${hosts} does not fit: ${full(message)}`;
  const code = error instanceof MongoError ? error.code : undefined;
  if (code === AUTHENTICATION_FAILED) return `MongoDB at ${hosts} refuses the user or the password of the URL.`;
  if (UNAUTHORIZED.has(code)) {
    return `MongoDB at ${hosts} does not let the user of the URL read and write the database ${database}: ${full(message)}`;
  }
  if (INDEX_CONFLICTS.has(code)) {
    return `The database ${database} of MongoDB at ${hosts} holds indexes that are not the service's: ${full(message)}`;
  }
  return `MongoDB at ${hosts} cannot be used: ${full(message)}`;
}

/** Why no server was chosen: the driver's message tells the time it waited, the servers tell the reason. */
function reasonOf({ reason }: MongoServerSelectionError, { hosts, tls, replicaSet }: Asked): string {
  const servers = [...(reason?.servers.values() ?? [])];
  const named = replicaSet === undefined ? '' : ` (replicaSet=${replicaSet})`;
  if (servers.length === 0) return `none of its servers is a member of the replica set that the URL names${named}`;
  // The driver drops servers that answer and belong to another replica set, or to none.
  const forgotten = servers.length < hosts.split(', ').length;
  const others = forgotten ? `; the others are no members of the replica set that the URL names${named}` : '';
  const [first] = servers.flatMap((server) => (server.error ? [server.error.message] : []));
  if (first !== undefined) return first.trim() + tlsHint(first, tls) + others;
  const types = servers.map(({ address, type }) => `${address} is ${type}`).join(', ');
  return `no primary among them (${types})${others}`;
}

function tlsHint(message: string, tls: boolean): string {
  if (tls)
    return TLS_TROUBLE.test(message)
      ? ' (the URL asks for TLS: see whether the server speaks it, and its options tls…)'
      : '';
  return HUNG_UP.test(message) ? ' (if the server speaks TLS only, the URL must say tls=true)' : '';
}

/** The message in one line that ends like a sentence. */
function full(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
