import { Contract, ContractViolation } from './contract.js';
import type { Answer, Http } from './http.js';

const header = (type: string) => ({ description: 'It is one.', schema: { type } });
const operation = (security: object) => ({
  security: [security],
  responses: { '200': { description: 'Done.' }, '404': { $ref: '#/components/responses/NotFound' } },
});
const DOCUMENT = {
  openapi: '3.1.0',
  paths: { '/keyed': { get: operation({ api_key: [] }) }, '/admin': { get: operation({ admin_token: [] }) } },
  components: {
    headers: {
      'X-Request-Id': header('string'),
      'X-Correlation-Id': header('string'),
      'API-Version': header('string'),
      'RateLimit-Policy': header('string'),
      RateLimit: header('string'),
      'Retry-After': header('integer'),
    },
    responses: {
      NotFound: { description: 'None.', headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } },
    },
  },
};

const answer = (status: number, headers: Record<string, string>): Answer => ({
  status,
  headers: { 'x-request-id': '1', 'api-version': '2026-11-01', ...headers },
  rawHeaders: [],
  bytes: Buffer.alloc(0),
});

describe('the contract that answers are checked against', () => {
  let contract: Contract;
  beforeAll(async () => {
    const bytes = Buffer.from(JSON.stringify(DOCUMENT));
    contract = await Contract.of({ send: async () => ({ status: 200, headers: {}, bytes }) } as unknown as Http, '');
  });
  const check = (path: string, given: Answer) => () => contract.check('GET', path, given);

  it('allows headers of the rate limit in answers to a key only', () => {
    const limited = answer(200, { ratelimit: '"read";r=1;t=1', 'ratelimit-policy': '"read";q=1;w=1' });
    expect(check('/keyed', limited)).not.toThrow();
    expect(check('/admin', limited)).toThrow(ContractViolation);
    expect(check('/admin', answer(200, {}))).not.toThrow();
  });

  it('resolves references to headers and checks their schemas', () => {
    expect(check('/keyed', answer(404, { 'retry-after': '7' }))).not.toThrow();
    expect(check('/keyed', answer(404, { 'retry-after': 'soon' }))).toThrow('retry-after: soon is not as documented');
    expect(check('/keyed', answer(200, { 'retry-after': '7' }))).toThrow('the document has no header retry-after');
    expect(check('/keyed', answer(200, { 'x-correlation-id': '2' }))).not.toThrow();
  });

  it('refuses a status that the document does not name', () => {
    expect(check('/keyed', answer(503, {}))).toThrow('the document has no such status');
  });
});
