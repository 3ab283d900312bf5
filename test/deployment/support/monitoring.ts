import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type MetricUse, metricsIn } from './promql.js';

/** The root of the repository; this module runs from dist. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The alerts of deploy/prometheus/alerts.yaml, in their order. */
export function readAlerts(): readonly Alert[] {
  const { groups } = parse(textOf('deploy/prometheus/alerts.yaml')) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

export interface Dashboard {
  readonly file: string;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

/** The dashboards of deploy/grafana. */
export function readDashboards(): readonly Dashboard[] {
  const files = readdirSync(join(ROOT, 'deploy/grafana'));
  return files.map((file) => ({ file, ...(JSON.parse(textOf(`deploy/grafana/${file}`)) as Omit<Dashboard, 'file'>) }));
}

/** What alerts and dashboards read, by the name of the alert or the panel. */
export function metricsRead(): readonly (MetricUse & { readonly by: string })[] {
  const named = (by: string, expression: string) => metricsIn(expression).map((use) => ({ by, ...use }));
  const ofAlerts = readAlerts().flatMap(({ alert, expr }) => named(alert, expr));
  const ofPanels = readDashboards().flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets = [] }) => targets.flatMap(({ expr }) => named(`${file}: ${title}`, expr))),
  );
  return [...ofAlerts, ...ofPanels];
}

/** The labels of each metric in the text format of Prometheus, by the names of its samples. */
export function labelsServed(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const served = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const known = served.get(name) ?? new Set();
    served.set(name, known);
    for (const [, label] of labels.matchAll(/(\w+)="(?:\\.|[^"\\])*"/g)) known.add(label!);
  }
  return served;
}
