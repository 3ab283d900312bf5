import { type Generations, ReadModelUnavailableError } from '#read-model';
import type { Pass } from './scheduler.js';

interface Mark {
  readonly generation: number;
  readonly isComplete: boolean;
}

/**
 * Generations of a projector's rows as one process knows them: the last one it saw, and the current one when it asks.
 */
export class ToyGenerations implements Generations {
  private seen: Mark | undefined;

  constructor(
    private readonly projector: Mark,
    private readonly pass: Pass,
  ) {}

  async current(): Promise<string> {
    const mark = this.seen?.isComplete ? this.seen : await this.mark();
    if (!mark.isComplete) throw new ReadModelUnavailableError('being made');
    return String(mark.generation);
  }

  async isCurrent(generation: string): Promise<boolean> {
    const mark = await this.mark();
    return mark.isComplete && String(mark.generation) === generation;
  }

  private async mark(): Promise<Mark> {
    await this.pass('generation');
    const { generation, isComplete } = this.projector;
    this.seen = { generation, isComplete };
    await this.pass('generation answered');
    return this.seen;
  }
}
