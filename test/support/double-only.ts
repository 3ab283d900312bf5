import { namedEventStore, namedMongo } from './engines/named.js';

const NAMED = { EventStoreDB: namedEventStore, MongoDB: namedMongo };

/**
 * A `describe` of tests that hold for the double of a store alone: what they need, no real server does on command. On
 * a real one they are skipped, under a name that says why.
 */
export function describeOnDouble(of: keyof typeof NAMED, name: string, tests: () => void): void {
  if (NAMED[of]() === undefined) describe(name, tests);
  else describe.skip(`${name} (the double of ${of} alone)`, tests);
}
