import { MongoCompatibilityError, MongoError, MongoServerSelectionError } from 'mongodb';
import { ReadModelOpenError } from '../read-model.js';
import { isSocketError, NoAnswerError } from './errors.js';

/** Codes of the server: what the user is, and what the user may do. */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED: ReadonlySet<unknown> = new Set([13, 8_000]);
/** An index of that name, or of those fields, is there and is another one. */
const INDEX_CONFLICTS: ReadonlySet<unknown> = new Set([85, 86]);

/**
 * What an error during the opening means to whoever set the URL.
 * @param hosts for the sentence; without credentials.
 */
export function openProblem(error: unknown, hosts: string, database: string): unknown {
  if (error instanceof ReadModelOpenError) return error;
  const sentence = sentenceOf(error, hosts, database);
  return sentence === undefined ? error : new ReadModelOpenError(sentence, { cause: error });
}

function sentenceOf(error: unknown, hosts: string, database: string): string | undefined {
  if (error instanceof NoAnswerError) return `MongoDB at ${hosts} gives ${full(error.message)}`;
  if (isSocketError(error)) return `MongoDB cannot be reached at ${hosts}: ${full((error as Error).message)}`;
  if (!(error instanceof MongoError)) return undefined;
  if (error instanceof MongoServerSelectionError)
    return `MongoDB cannot be reached at ${hosts}: ${full(reasonOf(error))}`;
  if (error instanceof MongoCompatibilityError) return `MongoDB at ${hosts} does not fit: ${full(error.message)}`;
  if (error.code === AUTHENTICATION_FAILED) return `MongoDB at ${hosts} refuses the user or the password of the URL.`;
  if (UNAUTHORIZED.has(error.code)) {
    return `MongoDB at ${hosts} does not let the user of the URL read and write the database ${database}: ${full(error.message)}`;
  }
  if (INDEX_CONFLICTS.has(error.code)) {
    return `The database ${database} of MongoDB at ${hosts} holds indexes that are not the service's: ${full(error.message)}`;
  }
  return `MongoDB at ${hosts} cannot be used: ${full(error.message)}`;
}

/** Why no server was chosen: the driver's own sentence tells the time that it waited, the servers tell why. */
function reasonOf(error: MongoServerSelectionError): string {
  const servers = [...(error.reason?.servers.values() ?? [])];
  const [first] = servers.flatMap((server) => (server.error ? [server.error.message] : []));
  if (first !== undefined) return first;
  if (servers.length === 0) return 'none of its servers is a member of the replica set that the URL names';
  const types = servers.map(({ address, type }) => `${address} is ${type}`).join(', ');
  return `no primary among them (${types})`;
}

function full(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
