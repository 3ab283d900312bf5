declare const brand: unique symbol;

/** A string that was checked once and is carried with its meaning from then on. */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

export type WorkspaceId = Branded<'WorkspaceId'>;
export type ApiKeyId = Branded<'ApiKeyId'>;
export type ContactId = Branded<'ContactId'>;
export type SmartListId = Branded<'SmartListId'>;
export type OutcomeId = Branded<'OutcomeId'>;

/** Makes the ids that the service assigns: UUIDv7 (RFC 9562, section 5.7), lower case, increasing within a process. */
export interface IdSource {
  next(): string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads a UUID of any version, in any case (api.md, introduction).
 * @returns the id in lower case, or undefined if the text is no UUID.
 */
export function parseUuid<Id extends string = string>(text: unknown): Id | undefined {
  return typeof text === 'string' && UUID.test(text) ? (text.toLowerCase() as Id) : undefined;
}
