import type { Service } from './service.js';

/** The value of a series in /metrics, by its name with labels; 0 if nothing has been counted yet. */
export async function metric(service: Service, series: string): Promise<number> {
  const lines = (await service.admin.get('/metrics')).bytes.toString().split('\n');
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? 0);
}
