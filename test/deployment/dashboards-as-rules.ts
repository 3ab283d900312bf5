import { readDashboards } from './support/monitoring.js';

/**
 * Prints every expression of the dashboards as a recording rule, for `promtool check rules`, which reads JSON too.
 * Grafana puts a range of time in place of its variable.
 */
const rules = readDashboards().flatMap(({ panels }) =>
  panels.flatMap(({ id, targets = [] }) =>
    targets.map(({ expr }, at) => ({
      record: `dashboard:panel_${id}:target_${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    })),
  ),
);
process.stdout.write(JSON.stringify({ groups: [{ name: 'dashboards', rules }] }));
