import type { WebhookHeader, WebhookOptions } from '#http';
import { instant } from '#kernel';
import { MAX_ATTEMPTS, nextAttempt, retryAfterMs } from '../domain/index.js';
import { ATTEMPT_MS, CONNECT_MS } from '../sending/undici-webhook-sender.js';
import { ContactErasedDto } from './contact-erased.dto.js';
import { OutcomeAppliedDto } from './outcome-applied.dto.js';

const DELIVERY_ID = '0198f4b2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';
const RETRY_AFTER: WebhookHeader = {
  description: `Seconds, or an HTTP date: no attempt is made before. More than ${span(longestWish())} counts as that.`,
  example: '120',
};

/** The headers of every message, and the answers of its receivers. */
export const EVERY_MESSAGE = {
  tag: 'webhooks',
  headers: {
    'X-Service-Delivery-Id': {
      description: 'The id of the delivery, the same on every attempt.',
      example: DELIVERY_ID,
    },
    'X-Service-Signature': {
      description:
        'HMAC-SHA256 of the raw body in hex, keyed with the text of the signing secret, `whsec_` included. One for each live secret, newest first, parted by commas.',
      pattern: '^sha256=[0-9a-f]{64}(,sha256=[0-9a-f]{64})*$',
      example: `sha256=${'0123456789abcdef'.repeat(4)}`,
    },
    'webhook-id': { description: 'As X-Service-Delivery-Id (Standard Webhooks 1.0.0).', example: DELIVERY_ID },
    'webhook-timestamp': {
      description: 'When this attempt began, in seconds since 1970 (Standard Webhooks).',
      pattern: '^[0-9]+$',
      example: '1763720100',
    },
    'webhook-signature': {
      description:
        'HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64, keyed with the bytes that the base64 behind `whsec_` stands for (Standard Webhooks). One for each live secret, newest first, parted by blanks.',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    traceparent: {
      description:
        'The trace of the request that caused the message, and this attempt as its last step (W3C Trace Context). Only where the service sends traces; no signature covers it.',
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$',
      example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      optional: true,
    },
    'User-Agent': {
      description: 'Which service it comes from.',
      pattern: '^SmartLists-Webhooks/[0-9]+$',
      example: 'SmartLists-Webhooks/1',
    },
  },
  answers: {
    '2XX': { description: 'Delivered. The body is not read for anything; its beginning is shown with the attempt.' },
    '3XX': { description: 'A failure: redirects are never followed. Tried again.' },
    '410': { description: 'Never wanted: the delivery is `cancelled`, and not tried again.' },
    '429': {
      description: 'A failure. Tried again, at the earliest when Retry-After says.',
      headers: { 'Retry-After': RETRY_AFTER },
    },
    '503': {
      description: 'A failure. Tried again, at the earliest when Retry-After says.',
      headers: { 'Retry-After': RETRY_AFTER },
    },
    default: { description: 'A failure. Tried again.' },
  },
} satisfies Partial<WebhookOptions>;

/**
 * The webhook of an action, for the reference (docs/reference/http-contract.md#the-webhook). How receivers handle it:
 * docs/how-to/receive-webhooks.md.
 */
export const OUTCOME_APPLIED: WebhookOptions = {
  ...EVERY_MESSAGE,
  name: 'outcome.applied',
  operationId: 'receiveOutcomeApplied',
  summary: 'An action was applied to a call',
  description: [
    'Sent by POST to the `webhook_url` of the outcome, over TLS 1.2 or later, to public addresses only: the addresses of a name are checked each time. It comes at least once, and ' +
      'perhaps after others that were requested later.',
    `**Time.** The answer must be there, with its body, within ${span(ATTEMPT_MS)} of the beginning of the attempt, and the connection within ${span(CONNECT_MS)}.`,
    `**Retries.** After a failure it is sent again ${schedule()} later, each a fifth more or less; after ${MAX_ATTEMPTS} attempts in vain the delivery is \`exhausted\`. No connection, or no ` +
      'whole answer in time, is a failure like an answer that is none of 2xx.',
    'How to answer, to verify in several languages and to try it: `docs/how-to/receive-webhooks.md` in the repository of the service.',
  ].join('\n\n'),
  body: OutcomeAppliedDto,
};

/** The webhook that a contact was erased, for the reference (docs/reference/personal-data.md). */
export const CONTACT_ERASED: WebhookOptions = {
  ...EVERY_MESSAGE,
  name: 'contact.erased',
  operationId: 'receiveContactErased',
  summary: 'A contact was erased',
  description:
    'Sent to every URL to which a webhook about the contact was sent, or may have been. Its receiver erases what it was told of the contact, also by a message that comes later with an earlier `timestamp`. ' +
    'It is sent, signed, tried again and answered like `outcome.applied`.',
  body: ContactErasedDto,
};

/**
 * The schedule in words, computed from `nextAttempt`: after each attempt, at the instant 0, with chance in the middle.
 */
function schedule(): string {
  const moment = { now: 0, realNow: 0, chance: 0.5 };
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) =>
    Date.parse(nextAttempt(i + 1, moment) ?? instant(0)),
  );
  return delays.map(span).join(', ');
}

/** The longest Retry-After that is honoured, in milliseconds. */
function longestWish(): number {
  return retryAfterMs(String(Number.MAX_SAFE_INTEGER), 0);
}

function span(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}
