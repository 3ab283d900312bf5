/** Makes the ids that the service assigns: UUIDv7 (RFC 9562, section 5.7), lower case, increasing within a process. */
export interface IdSource {
  next(): string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads a UUID of any version, in any case (docs/reference/http-contract.md#conventions).
 * @returns the id in lower case, or undefined if the text is no UUID
 */
export function parseUuid(text: unknown): string | undefined {
  return typeof text === 'string' && UUID.test(text) ? text.toLowerCase() : undefined;
}
