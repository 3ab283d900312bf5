import { namedEventStore, namedMongo } from './engines/named.js';

const NAMED = { EventStoreDB: namedEventStore, MongoDB: namedMongo };

/**
 * A `describe` for tests that need a fault which only the double of a store produces on command. Against a real server
 * they are skipped, under a name that gives the reason.
 */
export function describeOnDouble(of: keyof typeof NAMED, name: string, tests: () => void): void {
  if (NAMED[of]() === undefined) describe(name, tests);
  else describe.skip(`${name} (the double of ${of} alone)`, tests);
}
