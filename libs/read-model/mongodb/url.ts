import { MongoClient } from 'mongodb';

/** The database of a URL that names none. */
const DEFAULT_DATABASE = 'smart_lists';
const FORM = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/(?<database>[^?]*))?(?:\?.*)?$/;
const DATABASE = /^[A-Za-z0-9_-]{1,38}$/;

/**
 * Why a connection string is refused, as a sentence that goes on behind the variable's name ("must not …"); undefined if it is
 * not. Connects to nothing, and repeats neither user nor password.
 */
export function mongoUrlProblem(url: string): string | undefined {
  const form = FORM.exec(url);
  if (!form) return 'must be a URL such as mongodb://localhost:27017/smart_lists';
  const database = form.groups?.['database'];
  if (database && !DATABASE.test(database)) {
    return 'must name a database of at most 38 letters, digits, _ and - behind the hosts';
  }
  let client: MongoClient;
  try {
    client = new MongoClient(url);
  } catch (error) {
    return `must be a URL that the driver of MongoDB takes: ${(error as Error).message}`;
  }
  const { readPreference, writeConcern } = client.options;
  if (readPreference.mode !== 'primary')
    return 'must not set readPreference to anything but primary: others lag behind';
  const { w, journal } = writeConcern ?? {};
  if (w !== undefined && w !== 'majority') return 'must not set w to anything but majority: rows could be lost after R';
  if (journal === false) return 'must not set journal to false: rows could be lost after R';
  return undefined;
}

/** The database that a URL names, or the default one. */
export function databaseOf(url: string): string {
  return FORM.exec(url)?.groups?.['database'] || DEFAULT_DATABASE;
}
