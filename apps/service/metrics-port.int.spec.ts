import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { type RunningService, startService } from './service.js';

const directory = mkdtempSync(join(tmpdir(), 'metrics-port-'));
let service: RunningService;

beforeAll(async () => {
  const environment = { DATA_DIR: directory, LOG_LEVEL: 'silent', PORT: '0', METRICS_PORT: '0', API_BASE_PATH: '/api' };
  service = await startService(readConfig({ ...environment, NODE_ENV: 'production' }));
});

afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const byHost = 'webhook_attempts_by_host_total';

it('METRICS_PORT serves complete metrics and readiness only, without a token or a base path', async () => {
  const metrics = await fetch(`${service.metricsUrl}/metrics`);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await metrics.text();
  expect(text).toContain(`# TYPE ${byHost} counter`);
  expect(text).toContain('# TYPE webhook_attempts_total counter');
  const ready = await fetch(`${service.metricsUrl}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ ok: true })]);
  for (const path of ['/', '/health/live', '/smart-lists', '/api/metrics', '/openapi.json']) {
    expect((await fetch(service.metricsUrl + path)).status).toBe(404);
  }
  expect((await fetch(`${service.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404);
});

it('the port of the API shows no metric that names hosts of customers', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).not.toContain(byHost);
  expect(text).toContain('# TYPE webhook_attempts_total counter');
});
