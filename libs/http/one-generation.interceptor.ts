import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type Generations, ofOneGeneration } from '#read-model';
import { endpointOf } from './endpoint.js';

/**
 * Answers reads out of one complete generation of the rows (docs/adr/0019-rows-belong-to-a-generation.md), else with
 * `unavailable`: what is not found may only have been missing because the read model was dropped. Writes are held to it
 * where they are decided. Installed only where rows may be exchanged.
 */
export class OneGenerationInterceptor implements NestInterceptor {
  constructor(private readonly generations: Generations) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = endpointOf(context.getHandler());
    if (endpoint?.kind !== 'read' || endpoint.options.public) return next.handle();
    return from(ofOneGeneration(this.generations, () => lastValueFrom(next.handle())));
  }
}
