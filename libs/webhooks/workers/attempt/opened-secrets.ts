import { type SecretBox, SecretBoxError } from '#workspaces/domain';

/** Opened secrets that are cached: those used last. */
const KEPT = 1_000;

/**
 * Opens sealed secrets and caches them: a sealed text always opens to the same secret, and opening takes longer than
 * signing.
 */
export class OpenedSecrets {
  /** By sealed text; undefined: it cannot be opened. */
  private readonly opened = new Map<string, string | undefined>();

  constructor(
    private readonly box: Pick<SecretBox, 'open'>,
    private readonly warn: (sentence: string) => void = () => undefined,
  ) {}

  /**
   * Opens the secrets that can be opened, in their order. One that was sealed under another SECRETS_KEY must not keep
   * newer ones from signing; the operator is warned of it once.
   * @param context the workspace's id
   * @throws Error none of them can be opened
   */
  openAll(sealed: readonly string[], context: string): readonly string[] {
    const secrets = sealed.map((text) => this.open(text, context)).filter((secret) => secret !== undefined);
    if (secrets.length > 0) return secrets;
    throw new Error('None of the signing secrets of the workspace can be opened: SECRETS_KEY is not what it was.');
  }

  private open(sealed: string, context: string): string | undefined {
    const name = `${context} ${sealed}`;
    if (this.opened.has(name)) return this.opened.get(name);
    const secret = this.tryToOpen(sealed, context);
    this.opened.set(name, secret);
    if (this.opened.size > KEPT) this.opened.delete(this.opened.keys().next().value!);
    return secret;
  }

  private tryToOpen(sealed: string, context: string): string | undefined {
    try {
      return this.box.open(sealed, context);
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      this.warn(
        `A signing secret of workspace ${context} cannot be opened (${error.message}): it signs nothing; rotate it.`,
      );
      return undefined;
    }
  }
}
