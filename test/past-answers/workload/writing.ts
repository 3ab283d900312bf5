import type { Random } from '../../support/random.js';
import type { Caller } from './caller.js';
import type { Tenant } from './tenant.js';

/** What a write is made from. */
export interface Writing {
  readonly caller: Caller;
  readonly tenant: Tenant;
  readonly random: Random;
  /** Events that one step of the run should come to, about: the size of batches and dispatches. */
  readonly size: number;
  /** Number of the step: names are unique by it. */
  readonly step: number;
  /** HTTPS URL of the receiver of webhooks, whose path names how it answers. */
  readonly receiver: string;
}

/** Some requests. What is drawn is drawn before the first of them is sent; they may be sent side by side. */
export type Requests = (writing: Writing) => readonly (() => Promise<void>)[];
