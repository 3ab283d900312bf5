import { createHmac } from 'node:crypto';
import type { WebhookRequest } from './webhook-sender.js';

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * The headers by which a receiver verifies a delivery (docs/reference/http-contract.md, The webhook): the service's own
 * scheme, an HMAC over the body keyed with the whole text of the secret; and Standard Webhooks 1.0.0, over id, time and
 * body, keyed with the bytes that the text encodes. Each live secret signs, the newest first.
 * @throws TypeError a secret is malformed; the error does not contain it
 */
export function signatureHeaders(
  { deliveryId, at, secrets }: Pick<WebhookRequest, 'deliveryId' | 'at' | 'secrets'>,
  body: Uint8Array,
): Record<string, string> {
  if (secrets.length === 0) throw new TypeError('a delivery needs a signing secret');
  const timestamp = String(Math.floor(Date.parse(at) / 1_000));
  const own = secrets.map((secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${deliveryId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'x-service-delivery-id': deliveryId,
    'x-service-signature': own.join(','),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

function keyOf(secret: string): Buffer {
  const [, base64] = SECRET.exec(secret) ?? [];
  if (base64 === undefined) throw new TypeError('a signing secret must be whsec_ and base64');
  return Buffer.from(base64, 'base64');
}
