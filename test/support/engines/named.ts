/** The executable of the EventStoreDB that the tests are to run on (TEST_EVENTSTORE_BIN); undefined: its double. */
export function namedEventStore(): string | undefined {
  return process.env['TEST_EVENTSTORE_BIN'] || undefined;
}

/**
 * The URL of the MongoDB that the tests are to run on (TEST_MONGODB_URL); undefined: its double. The double that
 * scripts/test.mjs starts for a whole run has its URL in that variable too, and says so in another one.
 */
export function namedMongo(): string | undefined {
  return process.env['TEST_MONGODB_IS_DOUBLE'] === '1' ? undefined : process.env['TEST_MONGODB_URL'] || undefined;
}
