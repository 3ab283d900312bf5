const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
/** Of a whole secret, as it is shown. */
const SECRET_LENGTH = 50;

/**
 * The secrets in a text that was typed or is kept in a file: one, or several with blanks, line breaks or commas
 * between.
 */
export function secretsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((secret) => secret !== '');
}

/**
 * What is wrong with secrets that were given, as a sentence without them; undefined: each is `whsec_` and the base64 of
 * 32 bytes, as the service shows it.
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
