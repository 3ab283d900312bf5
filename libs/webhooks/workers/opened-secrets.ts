import type { SecretBox } from '#workspaces/domain';

/** Opened texts that are kept. */
const KEPT = 1_000;

/** Opens secrets, and remembers the latest ones: a sealed text is never another secret, and opening it takes longer than signing with it. */
export class OpenedSecrets {
  private readonly opened = new Map<string, string>();

  constructor(private readonly box: Pick<SecretBox, 'open'>) {}

  /** @throws SecretBoxError */
  open(sealed: string, context: string): string {
    const name = `${context} ${sealed}`;
    const known = this.opened.get(name);
    if (known !== undefined) return known;
    const secret = this.box.open(sealed, context);
    this.opened.set(name, secret);
    if (this.opened.size > KEPT) this.opened.delete(this.opened.keys().next().value!);
    return secret;
  }
}
