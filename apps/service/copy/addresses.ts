import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { eventStoreDbUrlProblem } from '#event-store/eventstoredb';
import { databaseOf, mongoUrlProblem } from '#read-model/mongodb';
import { readStoresAlone } from '../config.js';
import { keysDatabase } from '../distributed-stores.js';
import type { Variables } from '../environment.js';
import { PastRefusal } from '../past/past-refusal.js';
import { keysFileOf, sqliteFile } from '../stores-config.js';

/** Where a log and the keys of its personal data are. */
export type LogAddress =
  | { readonly kind: 'files'; readonly eventsFile: string; readonly keysFile: string }
  | {
      readonly kind: 'servers';
      readonly eventStoreUrl: string;
      readonly keys: { readonly url: string; readonly database: string };
    };

/** Of which options an address is made, for messages. */
interface Options {
  readonly log: string;
  readonly keys: string;
}

/** The log of the service that an environment configures. @throws ConfigError */
export function addressOf(environment: Variables): LogAddress {
  const stores = readStoresAlone(environment);
  if (stores.shape === 'embedded') {
    return { kind: 'files', eventsFile: realPath(stores.eventsFile), keysFile: realPath(stores.keysFile) };
  }
  return { kind: 'servers', eventStoreUrl: stores.eventStoreUrl, keys: keysDatabase(stores) };
}

/**
 * The log at a URL as in EVENTSTORE_URL, and the keys at one as in PERSONAL_KEYS_URL.
 * @throws PastRefusal names the option and its rule
 */
export function parseAddress(log: string, keys: string | undefined, options: Options): LogAddress {
  const file = sqliteFile(log);
  if (file !== undefined) {
    if (keys !== undefined) throw refusal(options.keys, `must be left out: keys of SQLite stand in keys.db beside it`);
    const eventsFile = realPath(file);
    const keysFile = keysFileOf(eventsFile);
    if (eventsFile === keysFile) throw refusal(options.log, 'must name another file than keys.db, which has the keys');
    return { kind: 'files', eventsFile, keysFile };
  }
  if (!/^(?:esdb|kurrentdb)(?:\+discover)?:\/\/./.test(log)) {
    throw refusal(options.log, 'must be a URL such as sqlite:./data/events.db or esdb://localhost:2113?tls=false');
  }
  if (keys === undefined) {
    throw refusal(options.keys, 'must be a URL such as mongodb://localhost:27017/smart_lists_keys');
  }
  const logProblem = eventStoreDbUrlProblem(log);
  if (logProblem !== undefined) throw refusal(options.log, logProblem);
  const keysProblem = mongoUrlProblem(keys);
  if (keysProblem !== undefined) throw refusal(options.keys, keysProblem);
  if (!/^[^/]+:\/\/[^/]+\/[^?]/.test(keys)) throw refusal(options.keys, 'must name a database behind the host');
  return { kind: 'servers', eventStoreUrl: log, keys: { url: keys, database: databaseOf(keys) } };
}

/** The place of a log in sentences, without credentials. */
export function placeOf(address: LogAddress): string {
  return address.kind === 'files' ? address.eventsFile : hostsOf(address.eventStoreUrl).join(', ');
}

/** Whether two logs, or their keys, stand in the same place. */
export function haveCommonPlace(a: LogAddress, b: LogAddress): boolean {
  if (a.kind === 'files') return b.kind === 'files' && (a.eventsFile === b.eventsFile || a.keysFile === b.keysFile);
  if (b.kind === 'files') return false;
  const haveKeys = a.keys.database === b.keys.database && haveCommonHost(a.keys.url, b.keys.url);
  return haveKeys || haveCommonHost(a.eventStoreUrl, b.eventStoreUrl);
}

function haveCommonHost(a: string, b: string): boolean {
  const hosts = hostsOf(b);
  return hostsOf(a).some((host) => hosts.includes(host));
}

/** `host:port` of each node that a connection string names. */
function hostsOf(url: string): readonly string[] {
  const [, hosts = ''] = /^[^/]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url) ?? [];
  return hosts
    .toLowerCase()
    .split(',')
    .map((host) => host.replace(/^(?:localhost|\[::1\])(?=:|$)/, '127.0.0.1'));
}

/** Of a file that need not exist, in a directory that may be reached by a link. */
function realPath(file: string): string {
  const path = resolve(file);
  try {
    return realpathSync(path);
  } catch {
    const directory = dirname(path);
    return directory === path ? path : join(realPath(directory), basename(path));
  }
}

function refusal(option: string, rule: string): PastRefusal {
  return new PastRefusal('not_understood', `${option} ${rule}.`);
}
