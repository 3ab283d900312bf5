import { parse } from 'yaml';
import { readAlerts, readDashboards, textOf } from './support/monitoring.js';
import { metricsIn } from './support/promql.js';

const GUIDE = 'docs/operating.md';
const PARTS = ['Means.', 'Callers see', 'Look at', 'Do.'];

/** The text of each section of the guide's chapter "Alerts", by its heading. */
function runbooks(): ReadonlyMap<string, string> {
  const [, chapter = ''] = textOf(GUIDE).split(/^## Alerts$/m);
  const [alerts = ''] = chapter.split(/^## /m);
  const sections = alerts.split(/^### /m).slice(1);
  return new Map(sections.map((section) => [section.split('\n')[0]!, section]));
}

describe('the metrics of a PromQL expression', () => {
  it('are its names that are no functions, with the labels that it selects and groups by', () => {
    expect(metricsIn('up{job="smart-lists"} == 0')).toEqual([{ metric: 'up', labels: ['job'] }]);
    const quantile = 'histogram_quantile(0.99, sum by (le, route) (rate(took_bucket{code!~"a{b}|c"}[5m]))) > 1';
    expect(metricsIn(quantile)).toEqual([{ metric: 'took_bucket', labels: ['code', 'le', 'route'] }]);
    const joined = 'absent(due{worker="x"}) and on () (max(min_over_time(up[15m])) == 1)';
    expect(metricsIn(joined)).toEqual([
      { metric: 'due', labels: ['worker'] },
      { metric: 'up', labels: [] },
    ]);
    const apart = 'sum(a) > 0 and sum(max by (tier) (b)) > 0';
    expect(metricsIn(apart)).toEqual([
      { metric: 'a', labels: [] },
      { metric: 'b', labels: ['tier'] },
    ]);
    expect(metricsIn('a / b offset 5m').map(({ metric }) => metric)).toEqual(['a', 'b', 'm']);
  });
});

describe('the alerts', () => {
  const alerts = readAlerts();

  it('have names of their own, a time, a severity, a sentence, and the address of their runbook', () => {
    expect(alerts.length).toBeGreaterThan(15);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const alert of alerts) {
      expect(alert).toMatchObject({
        alert: expect.stringMatching(/^SmartLists[A-Z]\w+$/),
        for: expect.stringMatching(/^\d+m$/),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: {
          summary: expect.stringMatching(/^[A-Z].*\.$/),
          runbook_url: `${GUIDE}#${alert.alert.toLowerCase()}`,
        },
      });
    }
  });

  it('have a section of the guide each, which has none of an alert that does not exist', () => {
    expect([...runbooks().keys()]).toEqual(alerts.map(({ alert }) => alert));
  });

  it('are explained in the same four parts', () => {
    for (const [alert, text] of runbooks()) {
      const parts = [...text.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, part]) => part);
      expect([alert, parts]).toEqual([alert, PARTS]);
    }
  });

  it('are tested: each is silent once and fires once', () => {
    const { tests } = parse(textOf('deploy/prometheus/alerts.test.yaml')) as {
      readonly tests: readonly {
        readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
      }[];
    };
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const testedFor = (fires: boolean) =>
      new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
    const names = new Set(alerts.map(({ alert }) => alert));
    expect(testedFor(true)).toEqual(names);
    expect(testedFor(false)).toEqual(names);
  });
});

describe('the dashboards', () => {
  it.each(readDashboards())('$file has panels of their own places, with a legend for each expression', (dashboard) => {
    const { panels } = dashboard;
    expect(panels.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const overlap = panels.flatMap((one, at) =>
      panels
        .slice(at + 1)
        .filter(({ gridPos: b }) => {
          const a = one.gridPos;
          return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        })
        .map(({ title }) => [one.title, title]),
    );
    expect(overlap).toEqual([]);
    for (const { title, type, gridPos, targets = [] } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      expect([title, type === 'row' || targets.length > 0]).toEqual([title, true]);
      for (const { expr, legendFormat } of targets)
        expect([title, expr !== '', legendFormat !== '']).toEqual([title, true, true]);
    }
  });

  it('read every metric of the processes that are chosen', () => {
    for (const { file, panels } of readDashboards()) {
      const uses = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
      expect([file, uses.filter(({ labels }) => !labels.includes('instance'))]).toEqual([file, []]);
    }
  });
});
