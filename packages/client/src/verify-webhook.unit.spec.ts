import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { signatureHeaders } from '../../../libs/webhooks/sending/signatures.js';
import {
  verifyWebhook,
  type WebhookDelivery,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.js';

/*
 * Goal: what the service signs is taken, with any of its secrets, and nothing that differs from it in one byte is.
 * Method: deliveries of chance, signed by the service's own sender.
 */

const AT = '2030-01-01T00:00:05.999Z';
const NOW = Date.parse(AT);
const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`;
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(secretOf);
const bodies = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)));
const sendings = fc.record({
  deliveryId: fc.uuid(),
  body: bodies,
  secrets: fc.uniqueArray(secrets, { minLength: 1, maxLength: 4 }),
});
const SECRET = secretOf(randomBytes(32));
const BODY = '{"type":"outcome.applied","outcome":{"outcome_name":"Zoë 😀"}}';
const signed = (more: Partial<WebhookDelivery> = {}, at = AT): WebhookDelivery => ({
  body: BODY,
  headers: signatureHeaders({ deliveryId: 'd1', at, secrets: [SECRET] }, Buffer.from(BODY)),
  secrets: [SECRET],
  now: NOW,
  ...more,
});
const problemOf = (delivery: WebhookDelivery): Promise<WebhookProblem | undefined> =>
  verifyWebhook(delivery).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof WebhookVerificationError) return error.problem;
      throw error;
    },
  );

describe('a delivery of the service', () => {
  it('is verified in both schemes with any of its secrets, and its message is returned', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, secrets, fc.nat(), async ({ deliveryId, body, secrets: live }, other, which) => {
        const headers = signatureHeaders({ deliveryId, at: AT, secrets: live }, body);
        const mine = [other, live[which % live.length]!];
        for (const scheme of ['standard', 'service'] as const) {
          expect(await verifyWebhook({ body, headers, secrets: mine, scheme, now: NOW })).toEqual(
            JSON.parse(body.toString()),
          );
        }
      }),
    );
  });

  it('is refused in both schemes with other secrets', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, secrets, async ({ deliveryId, body, secrets: live }, other) => {
        fc.pre(!live.includes(other));
        const headers = signatureHeaders({ deliveryId, at: AT, secrets: live }, body);
        for (const scheme of ['standard', 'service'] as const) {
          expect(await problemOf({ body, headers, secrets: [other], scheme, now: NOW })).toBe('wrong_signature');
        }
      }),
    );
  });

  it('is refused in both schemes with one bit of its body changed', async () => {
    await fc.assert(
      fc.asyncProperty(sendings, fc.nat(), async ({ deliveryId, body, secrets: live }, bit) => {
        const headers = signatureHeaders({ deliveryId, at: AT, secrets: live }, body);
        const changed = Uint8Array.from(body);
        changed[(bit >> 3) % changed.length]! ^= 1 << (bit & 7);
        for (const scheme of ['standard', 'service'] as const) {
          expect(await problemOf({ body: changed, headers, secrets: live, scheme, now: NOW })).toBe('wrong_signature');
        }
      }),
    );
  });

  it('is taken with the headers of a Request and of Node, and with any kind of body', async () => {
    const { headers } = signed() as { headers: Record<string, string> };
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const each of [new Headers(headers), shouted]) {
      for (const body of [BODY, Buffer.from(BODY), new Uint8Array(Buffer.from(BODY)).buffer]) {
        expect(await problemOf(signed({ headers: each, body }))).toBeUndefined();
      }
    }
  });

  it('is refused without one of its headers, or with one that comes twice', async () => {
    const { headers } = signed() as { headers: Record<string, string> };
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: value, ...left } = headers;
      expect(await problemOf(signed({ headers: left }))).toBe('missing_header');
      expect(await problemOf(signed({ headers: { ...left, [name]: [value!, value!] } }))).toBe('malformed_header');
    }
    const { 'x-service-signature': _, ...standard } = headers;
    expect(await problemOf(signed({ headers: standard }))).toBeUndefined();
    expect(await problemOf(signed({ headers: standard, scheme: 'service' }))).toBe('missing_header');
  });

  it('is refused with another id or time, and where the two schemes do not agree', async () => {
    const { headers } = signed() as { headers: Record<string, string> };
    const changes = [
      { 'webhook-id': 'd2' },
      { 'webhook-timestamp': '1893456006' },
      ...['', 'v1,', 'v1,!', `v2,${headers['webhook-signature']!.slice(3)}`].map((text) => ({
        'webhook-signature': text,
      })),
      ...['', 'sha256=', 'sha256=0g', `sha256=${'0'.repeat(64)}`].map((text) => ({ 'x-service-signature': text })),
    ];
    for (const change of changes) {
      expect([change, await problemOf(signed({ headers: { ...headers, ...change } }))]).toEqual([
        change,
        'wrong_signature',
      ]);
    }
  });

  it('is refused at another time than about now', async () => {
    const at = (seconds: number): string => new Date(NOW + seconds * 1_000).toISOString();
    const verdicts = [-301, -299, 299, 301].map((seconds) => problemOf(signed({}, at(seconds))));
    expect(await Promise.all(verdicts)).toEqual(['too_old', undefined, undefined, 'too_new']);
    expect(await problemOf(signed({ tolerance: 60 }, at(-100)))).toBe('too_old');
    const { headers } = signed() as { headers: Record<string, string> };
    for (const text of ['', 'soon', '-1', '1e9', '18934560050000']) {
      expect(await problemOf(signed({ headers: { ...headers, 'webhook-timestamp': text } }))).toBe('malformed_header');
    }
  });

  it('costs no more work than its first 32 signatures', async () => {
    const { headers } = signed() as { headers: Record<string, string> };
    const behind = (count: number): string => `${'v1,AAAA '.repeat(count)}${headers['webhook-signature']}`;
    expect(await problemOf(signed({ headers: { ...headers, 'webhook-signature': behind(31) } }))).toBeUndefined();
    expect(await problemOf(signed({ headers: { ...headers, 'webhook-signature': behind(32) } }))).toBe(
      'wrong_signature',
    );
  });

  it('that is signed and no JSON is refused', async () => {
    const headers = signatureHeaders({ deliveryId: 'd1', at: AT, secrets: [SECRET] }, Buffer.from('{'));
    expect(await problemOf(signed({ body: '{', headers }))).toBe('not_json');
  });
});

describe('a receiver', () => {
  it('without a usable secret is told so, and not what the secret is', async () => {
    for (const wrong of [[], ['MDEy'], ['whsec_'], ['whsec_not base64!'], [SECRET, 'sk_live_123']]) {
      await expect(verifyWebhook(signed({ secrets: wrong }))).rejects.toThrow(TypeError);
      await expect(verifyWebhook(signed({ secrets: wrong }))).rejects.not.toThrow(/MDEy|not base64!|sk_live/);
    }
  });
});
