import { parseAddressRange, type Timers } from '#kernel';
import { realTimers } from '#read-model';
import { type NameResolver, UndiciWebhookSender, type WebhookRequest } from '../sending/index.js';
import { authority } from './receivers.js';

export const LOOPBACK = [parseAddressRange('127.0.0.0/8')!];

/** Two secrets of a workspace as shown to its user. */
export const [SECRET, OLD_SECRET] = [
  'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  '/////////////////////////////////////////v8=',
].map((base64) => `whsec_${base64}`) as [string, string];

/** Names for a test: each leads to the given addresses; any other name does not exist. */
export function names(known: Readonly<Record<string, readonly string[]>>): NameResolver {
  return {
    resolve: async (name) => {
      const addresses = known[name];
      if (!addresses) throw Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return addresses;
    },
  };
}

export const TEST_NAMES = names({
  localhost: ['127.0.0.1'],
  'receiver.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'wrong.test': ['127.0.0.1'],
});

/** A sender that may go to 127.0.0.1 and trusts the receivers of these tests. */
export function testSender(
  options: Partial<ConstructorParameters<typeof UndiciWebhookSender>[0]> & { readonly timers?: Timers } = {},
): UndiciWebhookSender {
  return new UndiciWebhookSender({
    resolver: TEST_NAMES,
    timers: realTimers,
    allowed: LOOPBACK,
    trusted: [authority.certificate],
    ...options,
  });
}

/** An ordinary request. */
export function webhookTo(url: string, other: Partial<WebhookRequest> = {}): WebhookRequest {
  return {
    url,
    deliveryId: '0190a1b2-0000-7000-8000-000000000001',
    body: '{"type":"outcome.applied"}',
    secrets: [SECRET],
    at: '2030-01-01T00:00:05.900Z',
    ...other,
  };
}
