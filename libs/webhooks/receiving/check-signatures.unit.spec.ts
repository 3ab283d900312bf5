import { signatureHeaders } from '../sending/signatures.js';
import { checkSignatures, sentAt } from './check-signatures.js';

const NEW = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OLD = 'whsec_/////////////////////////////////////////v8=';
const BODY = Buffer.from('{"name":"Zoë"}');
const headers = signatureHeaders({ deliveryId: 'd1', at: '2030-01-01T00:00:05.999Z', secrets: [NEW, OLD] }, BODY);

function verdicts(...args: Parameters<typeof checkSignatures>): unknown[] {
  return checkSignatures(...args).map(({ holds, by }) => (holds ? by : false));
}

function problems(...args: Parameters<typeof checkSignatures>): unknown[] {
  return checkSignatures(...args).map(({ problem }) => problem);
}

describe('signatures of the sender', () => {
  it('are valid in both schemes with each live secret, which is returned', () => {
    expect(verdicts(headers, BODY, [NEW])).toEqual([0, 0]);
    expect(verdicts(headers, BODY, [OLD])).toEqual([0, 0]);
    expect(verdicts(headers, BODY, ['whsec_AAAA', OLD])).toEqual([1, 1]);
  });

  it('are invalid with another secret, or for another body', () => {
    expect(verdicts(headers, BODY, ['whsec_AAAA'])).toEqual([false, false]);
    expect(verdicts(headers, Buffer.from('{"name":"Zoe"}'), [NEW])).toEqual([false, false]);
    expect(problems(headers, BODY, [])).toEqual(
      Array(2).fill('none of its signatures is made with this secret over these bytes'),
    );
  });

  it('include id and time in one of the schemes', () => {
    expect(verdicts({ ...headers, 'webhook-id': 'd2' }, BODY, [NEW])).toEqual([false, 0]);
    expect(verdicts({ ...headers, 'webhook-timestamp': '1893456006' }, BODY, [NEW])).toEqual([false, 0]);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-service-signature'])('needs %s', (name) => {
    const { [name]: _, ...others } = headers;
    expect(problems(others, BODY, [NEW])).toContain(`the header ${name} is missing`);
  });

  it('are invalid if cut, empty or altered', () => {
    for (const text of ['', 'v1,', headers['webhook-signature']!.slice(0, 20), 'v2,abc']) {
      expect(verdicts({ ...headers, 'webhook-signature': text }, BODY, [NEW])).toEqual([false, 0]);
    }
    for (const text of ['', 'sha256=', headers['x-service-signature']!.slice(0, 70), 'SHA256=ab']) {
      expect(verdicts({ ...headers, 'x-service-signature': text }, BODY, [NEW])).toEqual([0, false]);
    }
  });

  it('have a timestamp in whole seconds', () => {
    expect(sentAt(headers)).toBe(Date.parse('2030-01-01T00:00:05Z'));
    for (const text of ['', 'soon', '-1', '1e9', '18934560050000']) {
      expect(sentAt({ 'webhook-timestamp': text })).toBeUndefined();
    }
    expect(problems({ ...headers, 'webhook-timestamp': 'soon' }, BODY, [NEW])[0]).toBe(
      'webhook-timestamp is no number of seconds',
    );
  });
});
