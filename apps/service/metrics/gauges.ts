import { Gauge, type Registry } from 'prom-client';

export interface GaugeOptions {
  readonly name: string;
  /** Its unit, and what it leaves out. */
  readonly help: string;
  readonly registry: Registry;
}

/** Registers a gauge that is read at each request for /metrics; where it reads undefined there is no sample. */
export function registerGauge(
  { name, help, registry }: GaugeOptions,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/**
 * Registers a gauge with one label that is read at each request for /metrics: a sample for each value of the label;
 * undefined: none.
 */
export function registerLabelledGauge(
  { name, help, registry, label }: GaugeOptions & { readonly label: string },
  read: () => ReadonlyMap<string, number> | undefined | Promise<ReadonlyMap<string, number> | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    labelNames: [label],
    async collect() {
      const samples = await read();
      this.reset();
      for (const [of, value] of samples ?? []) this.set({ [label]: of }, value);
    },
  });
}
