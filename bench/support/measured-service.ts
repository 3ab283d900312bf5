import { send } from './load.js';
import type { Load, LoadResult } from './load.js';
import { median } from './measure.js';
import { atRest, processorMs } from './processor-time.js';
import { type BenchService, makeTenant, type Tenant } from './service.js';

/** A load without the service that it is sent to. */
export type Untargeted = Load extends infer Each ? (Each extends Load ? Omit<Each, 'url' | 'key'> : never) : never;

/** What a round took. */
export interface RoundCost {
  /** Seconds of processor time per 1,000 requests: of the service, then of the processes that it needs besides. */
  readonly processor: readonly number[];
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** A service with one workspace, and what the rounds of a load took. */
export class MeasuredService {
  private readonly costs: RoundCost[] = [];

  private constructor(
    private readonly begin: () => Promise<BenchService>,
    private readonly furtherProcessorMs: readonly (() => number)[],
    private running: BenchService,
    readonly tenant: Tenant,
  ) {}

  /** `furtherProcessorMs`: processor time so far, in milliseconds, of processes that the service needs besides. */
  static async start(
    begin: () => Promise<BenchService>,
    furtherProcessorMs: readonly (() => number)[] = [],
  ): Promise<MeasuredService> {
    const service = await begin();
    return new MeasuredService(begin, furtherProcessorMs, service, await makeTenant(service));
  }

  get service(): BenchService {
    return this.running;
  }

  /**
   * Sends a load and waits until the service is at rest: work that it leaves for after its answers (the index of
   * events) is part of its processor time, and takes none from the round of the service that is measured next.
   */
  async send(load: Untargeted): Promise<LoadResult> {
    const before = await this.processorMs();
    const result = await send({ ...load, url: this.running.url, key: this.tenant.key });
    await atRest(this.running);
    const after = await this.processorMs();
    // Milliseconds per request are seconds per 1,000 requests.
    const processor = after.map((ms, at) => (ms - before[at]!) / result['2xx']);
    this.costs.push({ processor, p50: result.latency.p50, p99: result.latency.p99 });
    return result;
  }

  /** Medians of the latest rounds. */
  costOf(rounds: number): RoundCost {
    const counted = this.costs.slice(-rounds);
    const middle = (figure: (cost: RoundCost) => number): number => median(counted.map(figure));
    return {
      processor: counted[0]!.processor.map((_, at) => middle(({ processor }) => processor[at]!)),
      p50: middle(({ p50 }) => p50),
      p99: middle(({ p99 }) => p99),
    };
  }

  /** Stops it, which writes its write-ahead logs back, and starts it again behind `meanwhile`. */
  async restart<Answer>(meanwhile: () => Answer): Promise<Answer> {
    await this.stop();
    const answer = meanwhile();
    this.running = await this.begin();
    return answer;
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  private async processorMs(): Promise<readonly number[]> {
    return [await processorMs(this.running), ...this.furtherProcessorMs.map((used) => used())];
  }
}
