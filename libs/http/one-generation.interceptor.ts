import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type Generations, ofOneGeneration } from '#read-model';
import { endpointOf } from './endpoint.js';

/**
 * Answers reads from one complete generation of the rows (docs/adr/0019-rows-belong-to-a-generation.md), and with
 * `unavailable` otherwise: a row that is not found may only be missing because the read model was dropped. For writes
 * this is checked where they are decided. Installed only where rows may be replaced.
 */
export class OneGenerationInterceptor implements NestInterceptor {
  constructor(private readonly generations: Generations) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = endpointOf(context.getHandler());
    if (endpoint?.kind !== 'read' || endpoint.options.public) return next.handle();
    return from(ofOneGeneration(this.generations, () => lastValueFrom(next.handle())));
  }
}
