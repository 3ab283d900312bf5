import type { HealthCheck } from '#http';
import type { Timers } from '#kernel';
import type { StoredSecrets } from '#workspaces';
import { ConfigError } from './config-error.js';

/** Milliseconds until the next check: a secret that did not open may have been replaced since. */
const AGAIN_MS = 60_000;
/** Milliseconds until the next check where the rows could not be read. */
const RETRY_MS = 1_000;

interface Ports {
  /** Counts the stored signing secrets that SECRETS_KEY opens. */
  readonly count: () => Promise<StoredSecrets>;
  readonly timers: Timers;
  /** SECRETS_KEY_LOST: no secret needs to open. */
  readonly isKeyLost: boolean;
}

/**
 * Checks that SECRETS_KEY is the key under which the stored signing secrets were sealed
 * (docs/adr/0025-secrets-key-rotates.md). A process whose key opens none of them must end: it would seal new ones under
 * a key that no operator keeps, and sign nothing.
 */
export class SecretsCheck {
  /** Why this process must end; stays pending where it may run. */
  readonly refused: Promise<ConfigError>;
  private refuse: (error: ConfigError) => void = () => undefined;
  private counted: StoredSecrets = { opened: 0, unopened: 0, concerned: 0 };
  private cancel: (() => void) | undefined;
  private stopped = false;

  constructor(private readonly ports: Ports) {
    this.refused = new Promise((resolve) => (this.refuse = resolve));
  }

  /** Names the secrets that do not open; they concern only their workspaces. */
  readonly health: HealthCheck = () => {
    const { unopened, concerned } = this.counted;
    if (unopened === 0) return undefined;
    return `${unopened} signing secrets of ${concerned} workspaces do not open under SECRETS_KEY and sign nothing.`;
  };

  /** To be called when the rows are complete. */
  async begin(): Promise<void> {
    const again = (milliseconds: number): void => {
      if (!this.stopped) this.cancel = this.ports.timers.set(milliseconds, () => void this.begin());
    };
    try {
      this.counted = await this.ports.count();
    } catch {
      // The read model is unavailable, which health reports.
      return again(RETRY_MS);
    }
    const { opened, unopened } = this.counted;
    if (unopened === 0) return;
    if (opened === 0 && !this.ports.isKeyLost && !this.stopped) this.refuse(noneOpens(unopened));
    else again(AGAIN_MS);
  }

  stop(): void {
    this.stopped = true;
    this.cancel?.();
  }
}

function noneOpens(count: number): ConfigError {
  return new ConfigError([
    `SECRETS_KEY opens none of the ${count} signing secrets that are stored: start with the key they were sealed under, or, if it is lost, with SECRETS_KEY_LOST=1 and make new secrets.`,
  ]);
}
