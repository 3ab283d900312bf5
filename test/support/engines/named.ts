/** The executable of the EventStoreDB to test against (TEST_EVENTSTORE_BIN); undefined: use the double. */
export function namedEventStore(): string | undefined {
  return process.env['TEST_EVENTSTORE_BIN'] || undefined;
}

/**
 * The URL of the MongoDB to test against (TEST_MONGODB_URL); undefined: use the double. The double that
 * scripts/test.mjs starts for a whole run is in that variable too, marked by TEST_MONGODB_IS_DOUBLE.
 */
export function namedMongo(): string | undefined {
  return process.env['TEST_MONGODB_IS_DOUBLE'] === '1' ? undefined : process.env['TEST_MONGODB_URL'] || undefined;
}
