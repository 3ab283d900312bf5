import { labelsServed, metricsRead, textOf } from '../../deployment/support/monitoring.js';
import { shareWorkspace } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';

/** The labels that Prometheus adds, and the metric that it makes itself. */
const OF_PROMETHEUS = ['job', 'instance'];
const MADE_BY_PROMETHEUS = 'up';
/** In the table of the guide, `process_…` and `nodejs_…` stand for all metrics of the process. */
const OF_THE_PROCESS = /^(process|nodejs)_/;

const workspace = shareWorkspace({ env: toReceiversHere() });
const receiver = shareReceivers();

describe('what alerts and dashboards read', () => {
  let text: string;

  beforeAll(async () => {
    // Samples of attempts are served once there was an attempt, those of requests once there was a request.
    const { url } = await receiver((_request, response) => response.writeHead(500).end());
    const webhooks = new Webhooks(workspace());
    await webhooks.whenIs(await webhooks.apply(await webhooks.action(url)), 'retrying');
    await until('the attempt is counted', async () => {
      text = (await workspace().service.admin.get('/metrics')).bytes.toString();
      return text.includes('webhook_attempts_total{');
    });
  });

  it('[api endpoints health] is served, every metric with every label', () => {
    const served = labelsServed(text);
    const uses = metricsRead().filter(({ metric }) => metric !== MADE_BY_PROMETHEUS);
    expect(uses.length).toBeGreaterThan(40);
    const missing = uses.flatMap(({ by, metric, labels }) => {
      const known = served.get(metric);
      if (!known) return [`${by}: ${metric} is not served`];
      const unknown = labels.filter((label) => !known.has(label) && !OF_PROMETHEUS.includes(label));
      return unknown.map((label) => `${by}: ${metric} has no label ${label}`);
    });
    expect(missing).toEqual([]);
  });

  it('[api endpoints health] is explained in docs/operating.md, every metric that is served and none other', () => {
    const [, table = ''] = textOf('docs/operating.md').split('### The metrics');
    const [rows = ''] = table.split(/^## /m);
    const explained = [...rows.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    );
    const served = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
    expect(explained.sort()).toEqual(served.filter((name) => !OF_THE_PROCESS.test(name)).sort());
  });
});
