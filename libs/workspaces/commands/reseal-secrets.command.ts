import { Command } from '@nestjs/cqrs';
import type { IndexValue } from '#kernel';
import type { RequestContext } from '#http';
import type { Resealed } from '../domain/index.js';

/** POST /admin/secrets/reseal: the workspaces of one page, in the order of their creation. */
export class ResealSecrets extends Command<ResealedPage> {
  constructor(
    readonly call: RequestContext,
    /** Workspaces to look at. */
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

export interface ResealedPage extends Resealed {
  /** Workspaces that could not be written now: they must be resealed again. */
  readonly workspaces_waiting: number;
  /** Where the next page begins; undefined: every workspace has been looked at. */
  readonly next: readonly IndexValue[] | undefined;
}
