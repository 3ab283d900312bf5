import type { HealthCheck } from '#http';
import type { Timers } from '#kernel';
import type { StoredSecrets } from '#workspaces';
import { ConfigError } from './config-error.js';

/** A secret that did not open may have been replaced since. */
const AGAIN_MS = 60_000;
/** The rows could not be read. */
const RETRY_MS = 1_000;

interface Ports {
  /** Counts the stored signing secrets that SECRETS_KEY opens. */
  readonly count: () => Promise<StoredSecrets>;
  readonly timers: Timers;
  /** SECRETS_KEY_LOST: none need open. */
  readonly isKeyLost: boolean;
}

/**
 * Whether SECRETS_KEY is the one that the stored signing secrets were sealed under
 * (docs/adr/0025-secrets-key-rotates.md). A process whose key opens none of them must not go on: it would seal new ones
 * under a key that nobody keeps, and sign nothing.
 */
export class SecretsCheck {
  /** Why this process must not go on; stays pending where it may. */
  readonly refused: Promise<ConfigError>;
  private refuse: (error: ConfigError) => void = () => undefined;
  private counted: StoredSecrets = { opened: 0, unopened: 0, concerned: 0 };
  private cancel: (() => void) | undefined;
  private stopped = false;

  constructor(private readonly ports: Ports) {
    this.refused = new Promise((resolve) => (this.refuse = resolve));
  }

  /** Names what does not open; that concerns these workspaces alone. */
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
      // The read model is away, and health says so.
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
