import { type AddressRange, codePoints, invalidField, isAddress, refusedAddress } from '#kernel';
import type { OutcomeType } from './outcome.js';

/** In characters (api.md, Outcome). */
export const MAX_WEBHOOK_URL = 2_048;

const POINTER = '/webhook_url';

/**
 * Holds a webhook_url to its shape (api.md, Outcome; Egress). Where a name leads is checked when it is called, not here.
 * @param allowed ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS)
 * @throws DomainError `validation_failed`: no https URL, too long, credentials in it, or the literal address of a place where nobody may be sent to.
 */
export function checkWebhookUrl(text: string, allowed: readonly AddressRange[]): void {
  if (codePoints(text) > MAX_WEBHOOK_URL) {
    throw refused('too_long', `webhook_url must have at most ${MAX_WEBHOOK_URL} characters.`);
  }
  const url = parseHttps(text);
  if (!url) throw refused('invalid_format', 'webhook_url must be a valid https URL.');
  if (url.username !== '' || url.password !== '' || authority(text).includes('@')) {
    throw refused('credentials', 'webhook_url must not contain a user name or password.');
  }
  // A number at its end makes the whole host an address, or nothing at all.
  const reason = isAddress(url.hostname) ? refusedAddress(url.hostname, allowed) : undefined;
  if (reason) throw refused('refused_address', `webhook_url leads to an address that is not public (${reason}).`);
}

/**
 * Holds kind and URL together: an action has one, a disposition none.
 * @throws DomainError `validation_failed`
 */
export function checkWebhookOf(type: OutcomeType, url: string | null): void {
  if (type === 'action' && url === null) throw refused('required', 'An action needs a webhook_url.');
  if (type === 'disposition' && url !== null) {
    throw refused(
      'not_allowed',
      'A disposition has no webhook_url: leave it out, or send null if an action becomes a disposition. Only outcome_type "action" has one.',
    );
  }
}

/** Lenient spellings that parsers mend (`https:host`, backslashes, blanks) are refused: not all parsers mend them alike. */
function parseHttps(text: string): URL | undefined {
  if (!/^https:\/\/[^/]/i.test(text) || /[\\\s]/.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function authority(text: string): string {
  return text.slice('https://'.length).split(/[/?#]/, 1)[0]!;
}

function refused(rule: string, detail: string) {
  return invalidField('validation_failed', POINTER, rule, detail);
}
