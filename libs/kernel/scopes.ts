/** Every permission of API keys (docs/reference/http-contract.md#endpoints). `:write` does not include `:read`. */
export const SCOPES = [
  'smart_lists:read',
  'smart_lists:write',
  'contacts:read',
  'contacts:write',
  'contacts:erase',
  'calls:read',
  'calls:write',
  'webhooks:read',
  'webhooks:write',
  'webhooks:admin',
  'events:read',
] as const;

export type Scope = (typeof SCOPES)[number];
