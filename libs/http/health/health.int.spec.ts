import { Counter } from 'prom-client';
import { clientOf, ID } from '../testing/client.js';
import { sendRaw } from '../testing/raw.js';
import { ADMIN_TOKEN, startToy } from '../testing/toy-app.js';
import type { Toy } from '../testing/toy-app.js';
import { HealthChecks } from './health-checks.js';
import { HealthReport } from './health-report.js';
import { Metrics } from './metrics.js';
import { operatorPort } from './operator-port.js';

const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };
const STRANGERS = [{}, { authorization: `Bearer ${ADMIN_TOKEN}x` }, { authorization: 'Bearer reader' }];
const OTHER_ID = ID.toUpperCase();

let toy: Toy;
/** The failure of the essential check of the store. */
let trouble: string | undefined;
const { send } = clientOf(() => toy);

beforeAll(async () => {
  toy = await startToy();
  const checks = toy.app.get(HealthChecks);
  checks.add('store', () => trouble);
  checks.add('sweeps', () => `Given up: sweep ${ID}, sweep ${OTHER_ID}.`, { isEssential: false });
  const registers = [toy.app.get(Metrics).operatorRegistry];
  new Counter({ name: 'by_host_total', help: 'x', labelNames: ['host'], registers }).inc({ host: 'hooks.example.com' });
});

afterAll(() => toy.app.close());
beforeEach(() => (trouble = undefined));

describe('/health/ready', () => {
  it('names parked items to the operator only', async () => {
    for (const headers of STRANGERS) {
      const { status, body } = await send('GET', '/health/ready', headers);
      expect([status, body['checks']]).toEqual([
        200,
        { copy: 'ok', store: 'ok', sweeps: 'Given up: sweep …, sweep ….' },
      ]);
    }
    const { body } = await send('GET', '/health/ready', OPERATOR);
    expect(body['checks']).toMatchObject({ sweeps: `Given up: sweep ${ID}, sweep ${OTHER_ID}.` });
  });

  it('gives everyone the reason why it is not ready, and ids to the operator only', async () => {
    trouble = `The rows of workspace ${ID} are held back.`;
    const detailFor = async (headers: Record<string, string>): Promise<unknown> => {
      const { status, body } = await send('GET', '/health/ready', headers);
      expect(status).toBe(503);
      return (body['errors'] as { detail: string }[])[0]!.detail;
    };
    for (const headers of STRANGERS) expect(await detailFor(headers)).toBe('The rows of workspace … are held back.');
    expect(await detailFor(OPERATOR)).toBe(trouble);
  });
});

it('/metrics names hosts of customers to the operator only', async () => {
  const metrics = async (headers: Record<string, string>): Promise<string> =>
    (await fetch(`${toy.url}/metrics`, { headers })).text();
  for (const headers of STRANGERS) expect(await metrics(headers)).not.toContain('by_host_total');
  const all = await metrics(OPERATOR);
  expect(all).toContain('by_host_total{host="hooks.example.com"} 1\n');
  expect(all).toContain('health_check_ok{check="ready"} 1\n');
});

it('/metrics counts refusals by their code, also of what is no HTTP', async () => {
  const counted = async (code: string): Promise<number> => {
    const text = await (await fetch(`${toy.url}/metrics`)).text();
    return Number(new RegExp(`^http_refusals_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(text)![1]);
  };
  const codes = ['unauthorized', 'not_found', 'malformed_request', 'insufficient_scope', 'internal'];
  const before = await Promise.all(codes.map(counted));
  await send('GET', '/things');
  await send('GET', '/things');
  await send('GET', '/nowhere');
  await sendRaw(toy.port, 'nonsense\r\n\r\n');
  const after = await Promise.all(codes.map(counted));
  expect(after.map((count, at) => count - before[at]!)).toEqual([2, 1, 1, 0, 0]);
});

it('without an ADMIN_TOKEN no client is the operator', async () => {
  const other = await startToy({ adminTokens: [] });
  other.app.get(HealthChecks).add('sweeps', () => ID, { isEssential: false });
  const body = await (await fetch(`${other.url}/health/ready`, { headers: OPERATOR })).text();
  expect(body).not.toContain(ID);
  await other.app.close();
});

it('the port of the operator shows all reasons why the service is not ready', async () => {
  trouble = `The rows of workspace ${ID} are held back.`;
  const server = operatorPort(toy.app.get(HealthReport), { next: () => 'request-1' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  server.close().closeAllConnections();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ code: 'unavailable', errors: [{ code: 'store', detail: trouble }] });
});
