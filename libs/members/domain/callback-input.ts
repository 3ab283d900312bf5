import { invalidField } from '#kernel';
import { AGENT_ID, OWNER_SECONDS, type WantedCallback } from './callbacks.js';

/** A callback as requests ask for it: the names are the same wherever one is set. */
interface CallbackFields {
  readonly callback_at?: string | null;
  readonly callback_agent_id?: string | null;
  readonly callback_owner_seconds?: number | null;
}

const OPTIONAL = { optional: true, nullable: true, default: null, example: null } as const;

/** The fields of a callback's owner in a body, as the reference describes them. */
export const CALLBACK_OWNER = {
  agent: {
    ...AGENT_ID,
    ...OPTIONAL,
    description: 'Your own id of the agent who owns the callback: it alone is given it at first. null: nobody does.',
  },
  seconds: {
    ...OWNER_SECONDS,
    ...OPTIONAL,
    description: 'For how long, in seconds, from the instant at which the callback is due. null: 900.',
  },
} as const;

/**
 * The callback that a request asks for; null: none.
 * @throws DomainError `validation_failed`: an owner without a callback, or a time without an owner
 */
export function callbackIn(body: CallbackFields): WantedCallback | null {
  const at = body.callback_at ?? null;
  const agentId = body.callback_agent_id ?? null;
  const ownerSeconds = body.callback_owner_seconds ?? undefined;
  if (at === null && agentId !== null) throw without('/callback_agent_id', 'callback_at');
  if (agentId === null && ownerSeconds !== undefined) throw without('/callback_owner_seconds', 'callback_agent_id');
  return at === null ? null : { at, agentId, ownerSeconds };
}

function without(pointer: string, field: string) {
  const detail = `${pointer.slice(1)} says nothing without ${field}: leave it out, or send both.`;
  return invalidField('validation_failed', pointer, 'not_allowed', detail);
}
