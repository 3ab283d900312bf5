import { median } from './measure.js';
import { metricOf } from './metrics.js';
import type { BenchService } from './service.js';

/** Resident memory of a service, of all its threads, in MiB. */
export async function residentMebibytes(service: BenchService): Promise<number> {
  return (await metricOf(service, 'process_resident_memory_bytes')) / 1_048_576;
}

/** Resident memory of a service, of all its threads, looked at from now on. */
export class ResidentMemory {
  private readonly samples: { readonly seconds: number; readonly mebibytes: number }[] = [];
  private readonly began = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly looks: Promise<void>[] = [];

  /** @param everyMs milliseconds between two looks */
  constructor(
    private readonly service: BenchService,
    everyMs: number,
  ) {
    this.timer = setInterval(() => this.looks.push(this.look()), everyMs);
  }

  /** @throws Error the service did not answer a look */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.looks);
  }

  /** Looks for this number of milliseconds, then stops. */
  async lasting(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.stop();
  }

  /** MiB of the looks between two seconds since the beginning. */
  between(from: number, to: number): readonly number[] {
    const found = this.samples.filter(({ seconds }) => seconds >= from && seconds < to);
    return found.map(({ mebibytes }) => mebibytes);
  }

  /** MiB of the looks of the last seconds. */
  ofLast(seconds: number): readonly number[] {
    return this.between(this.samples.at(-1)!.seconds - seconds, Infinity);
  }

  /** Medians of the minutes, in MiB. */
  byMinutes(): readonly number[] {
    const minutes = Math.ceil(this.samples.at(-1)!.seconds / 60);
    return Array.from({ length: minutes }, (_, at) => median(this.between(at * 60, (at + 1) * 60)));
  }

  private async look(): Promise<void> {
    const seconds = (performance.now() - this.began) / 1_000;
    this.samples.push({ seconds, mebibytes: await residentMebibytes(this.service) });
  }
}
