import { type DomainError, invalidField } from '#kernel';
import type { OutcomeType } from './outcome.js';

/**
 * Checks type and URL together: an action has one, a disposition none.
 * @throws DomainError `validation_failed`
 */
export function checkWebhookOf(type: OutcomeType, url: string | null): void {
  if (type === 'action' && url === null) throw refused('webhook_url', 'required', 'An action needs a webhook_url.');
  if (type === 'disposition' && url !== null) {
    throw refused(
      'webhook_url',
      'not_allowed',
      'A disposition has no webhook_url: leave it out, or send null if an action becomes a disposition. Only outcome_type "action" has one.',
    );
  }
}

/**
 * Checks type and retry gap together: no action has one, since it is applied before the gap begins.
 * @throws DomainError `validation_failed`
 */
export function checkGapOf(type: OutcomeType, retrySeconds: number | null): void {
  if (type === 'disposition' || retrySeconds === null) return;
  throw refused(
    'retry_seconds',
    'not_allowed',
    'An action has no retry_seconds: leave it out, or send null if a disposition becomes an action. Only outcome_type "disposition" has one.',
  );
}

function refused(field: string, rule: string, detail: string): DomainError {
  return invalidField('validation_failed', `/${field}`, rule, detail);
}
