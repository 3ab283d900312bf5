import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signatures.js';

const NEW = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OLD = 'whsec_/////////////////////////////////////////v8=';
const BODY = '{"type":"outcome.applied","name":"Zoë 😀"}';

function signed(secrets: readonly string[], at = new Date().toISOString()): Record<string, string> {
  return signatureHeaders({ deliveryId: 'd1', at, secrets }, Buffer.from(BODY));
}

describe('the signature headers', () => {
  it('are those of the contract, byte for byte', () => {
    // Computed by openssl dgst -mac HMAC, and by Python's hmac.
    expect(signed([NEW, OLD], '2030-01-01T00:00:05.999Z')).toEqual({
      'x-service-delivery-id': 'd1',
      'x-service-signature':
        'sha256=f660f753b4475bd4ef5f40bddfabf68e393b0721660c9d1a6e48f4f362db4c10,sha256=0772332b599340c6ae5b9d0a6c9d582793303c17d0953bd5d87d3c13d10a6fb1',
      'webhook-id': 'd1',
      'webhook-timestamp': '1893456005',
      'webhook-signature':
        'v1,BQavwraIDq0vHO8jCzXZNynyW5KnHKj3GzrNjB5nwx4= v1,BQB0ihlBycpmaS2Is/u/W2tQEplids+RV0yaPX9zqEw=',
    });
  });

  it.each([
    ['the new', NEW],
    ['the old', OLD],
  ])('are valid with %s secret while both are live, by standardwebhooks', (_which, secret) => {
    expect(new Webhook(secret).verify(BODY, signed([NEW, OLD]))).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['the new', NEW],
    ['the old', OLD],
  ])('are valid with %s secret, as an HMAC of the body keyed with its text', (_which, secret) => {
    const expected = `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`;
    expect(signed([NEW, OLD])['x-service-signature']!.split(',')).toContain(expected);
  });

  it('name the newest secret first', () => {
    const [both, newest] = [signed([NEW, OLD]), signed([NEW])];
    expect(both['x-service-signature']!.split(',')[0]).toBe(newest['x-service-signature']);
    expect(both['webhook-signature']!.split(' ')[0]).toBe(newest['webhook-signature']);
  });

  it('are invalid with an expired secret, and for another body, id or time', () => {
    const headers = signed([NEW]);
    const verify = (secret: string, body: string, other: Record<string, string> = {}): unknown =>
      new Webhook(secret).verify(body, { ...headers, ...other });
    expect(() => verify(OLD, BODY)).toThrow('No matching signature');
    expect(() => verify(NEW, `${BODY} `)).toThrow('No matching signature');
    expect(() => verify(NEW, BODY, { 'webhook-id': 'd2' })).toThrow('No matching signature');
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verify(NEW, BODY, { 'webhook-timestamp': later })).toThrow('No matching signature');
  });

  it('are not made with an invalid secret, and the error does not show it', () => {
    for (const secrets of [[], ['MDEy'], ['whsec_'], ['whsec_not base64!'], [NEW, 'sk_live_123']]) {
      expect(() => signed(secrets)).toThrow(TypeError);
      expect(() => signed(secrets)).not.toThrow(/MDEy|not base64!|sk_live/);
    }
  });
});
