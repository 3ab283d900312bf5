import { type DomainError, invalidField } from '#kernel';
import type { OutcomeType } from './outcome.js';

/**
 * Checks kind and URL together: an action has one, a disposition none.
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

function refused(rule: string, detail: string): DomainError {
  return invalidField('validation_failed', '/webhook_url', rule, detail);
}
