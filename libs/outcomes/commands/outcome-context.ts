import { Inject, Injectable } from '@nestjs/common';
import type { AddressRange } from '#kernel';
import { ALLOWED_ADDRESSES } from '#webhooks/domain';
import { newSigningSecret, RANDOMNESS, type Randomness, SECRET_BOX, type SecretBox } from '#workspaces/domain';
import type { OutcomeContext, OutcomePatch } from '../domain/decide-outcome.js';

/** The inputs of decisions on outcomes that do not come from the request. */
@Injectable()
export class OutcomeContexts {
  constructor(
    @Inject(RANDOMNESS) private readonly randomness: Randomness,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
    @Inject(ALLOWED_ADDRESSES) private readonly allowed: readonly AddressRange[],
  ) {}

  /** Decisions are pure, so a secret that may be needed is made before. */
  for(workspaceId: string, { outcome_type }: OutcomePatch): OutcomeContext {
    const signingSecret =
      outcome_type === 'action' ? newSigningSecret(this.randomness, this.box, workspaceId) : undefined;
    return { allowed: this.allowed, signingSecret };
  }
}
