import type { BenchService } from './service.js';

/** The value of a metric without labels, as the service shows it now. */
export async function metricOf({ url }: Pick<BenchService, 'url'>, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)![1]);
}
