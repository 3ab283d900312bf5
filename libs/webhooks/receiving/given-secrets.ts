const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
/** Characters of a whole secret, as the service shows it. */
const SECRET_LENGTH = 50;

/** The secrets in a text that was typed or read from a file, separated by blanks, line breaks or commas. */
export function secretsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((secret) => secret !== '');
}

/**
 * What is wrong with the given secrets, as a sentence that contains none of them; undefined: each is `whsec_` and the
 * base64 of 32 bytes.
 */
export function problemOfSecrets(secrets: readonly string[]): string | undefined {
  const at = secrets.findIndex((secret) => !isSigningSecret(secret));
  if (at < 0) return undefined;
  const which = secrets.length === 1 ? 'What was given' : `Number ${at + 1} of the ${secrets.length} that were given`;
  return `A signing secret is ${PREFIX} and the base64 of ${SECRET_BYTES} bytes, ${SECRET_LENGTH} characters in all. ${which} is none: ${fault(secrets[at]!)}.`;
}

function isSigningSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64');
  return bytes.length === SECRET_BYTES && text === PREFIX + bytes.toString('base64');
}

function fault(text: string): string {
  if (!text.startsWith(PREFIX)) return `it does not begin with ${PREFIX}`;
  if (text.length !== SECRET_LENGTH) return `it has ${text.length} characters`;
  return `what follows ${PREFIX} is no such base64`;
}
