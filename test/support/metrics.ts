import type { Service } from './service.js';

/** What /metrics of a process tells the operator of a series, named with its labels as it stands there; 0 where nothing has been counted yet. */
export async function metric(service: Service, series: string): Promise<number> {
  const lines = (await service.admin.get('/metrics')).bytes.toString().split('\n');
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? 0);
}
