import { Registry } from 'prom-client';
import type { DeliveryWorker } from '#webhooks';
import { WebhookMetrics } from './webhook-metrics.js';

it('the metrics of webhooks name a hundred hosts, and count further ones as one', async () => {
  const [registry, operatorRegistry] = [new Registry(), new Registry()];
  const metrics = new WebhookMetrics({ registry, operatorRegistry });
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 150; n += 1) metrics.onAttempt({ host: `${n}.example.com`, result: 'delivered' });
  }
  metrics.onAttempt({ host: '0.example.com', result: 'not_charged' });
  metrics.onAttempt({ host: '0.example.com', result: 'superseded' });
  metrics.onAttempt({ host: '0.example.com', result: 'unrecorded' });
  const text = await operatorRegistry.metrics();
  const series = text.split('\n').filter((line) => line.startsWith('webhook_attempts_by_host_total{'));
  expect(series).toHaveLength(102);
  expect(series).toContain('webhook_attempts_by_host_total{host="others",status="delivered"} 100');
  expect(series).toContain('webhook_attempts_by_host_total{host="0.example.com",status="delivered"} 2');
  expect(series).toContain('webhook_attempts_by_host_total{host="0.example.com",status="not_charged"} 1');
  const shown = await registry.metrics();
  expect(shown).not.toContain('example.com');
  expect(shown).toContain('webhook_attempts_total{status="delivered"} 300');
  expect(shown).toContain('webhook_attempts_total{status="not_charged"} 1');
  expect(shown).not.toMatch(/superseded|unrecorded/);
});

it('the metrics of webhooks show the work of this process, and zero while another one does it', async () => {
  const registry = new Registry();
  const metrics = new WebhookMetrics({ registry, operatorRegistry: new Registry() });
  const worker = { underWay: 7, waiting: 5, isCutOff: true, parked: () => [{}, {}] };
  const gauges = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => /^webhook_(?:attempts_under|network|deliveries)/.test(line));
  metrics.watch(worker as unknown as DeliveryWorker);
  expect(await gauges()).toEqual([
    'webhook_attempts_under_way 7',
    'webhook_deliveries_waiting 5',
    'webhook_network_outage 1',
    'webhook_deliveries_given_up 2',
  ]);
  metrics.watch(undefined);
  expect(await gauges()).toEqual([
    'webhook_attempts_under_way 0',
    'webhook_deliveries_waiting 0',
    'webhook_network_outage 0',
    'webhook_deliveries_given_up 0',
  ]);
});
