import { createHmac, timingSafeEqual } from 'node:crypto';

/** The two headers in which a delivery is signed (docs/reference/http-contract.md, The webhook). */
export type SignatureHeader = 'webhook-signature' | 'x-service-signature';

/** The result of checking one header. */
export interface SignatureCheck {
  readonly header: SignatureHeader;
  readonly holds: boolean;
  /** Index of the secret that made a valid signature; null if none did. */
  readonly by: number | null;
  /** Why no signature is valid: a sentence without secrets. */
  readonly problem: string | null;
}

/** Headers by their names in lower case. */
export type ReceivedHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Checks a delivery against signing secrets as a receiver does: over the raw body, in both schemes. The age of a
 * delivery is not checked here: see sentAt.
 * @param secrets each `whsec_…`; during a rotation the new one and the old
 */
export function checkSignatures(
  headers: ReceivedHeaders,
  body: Uint8Array,
  secrets: readonly string[],
): readonly SignatureCheck[] {
  return [standard(headers, body, secrets), own(headers, body, secrets)];
}

/** When the attempt was made, in milliseconds since 1970; undefined without a usable webhook-timestamp. */
export function sentAt(headers: ReceivedHeaders): number | undefined {
  const text = headers['webhook-timestamp'];
  return text !== undefined && /^[0-9]{1,12}$/.test(text) ? Number(text) * 1_000 : undefined;
}

/** Standard Webhooks 1.0.0: `v1,<base64>` for each secret, separated by blanks; over id, timestamp and body. */
function standard(headers: ReceivedHeaders, body: Uint8Array, secrets: readonly string[]): SignatureCheck {
  const header = 'webhook-signature';
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', header].map((name) => headers[name]);
  if (id === undefined) return missing(header, 'webhook-id');
  if (timestamp === undefined) return missing(header, 'webhook-timestamp');
  if (given === undefined) return missing(header, header);
  if (sentAt(headers) === undefined) return refused(header, 'webhook-timestamp is no number of seconds');
  const signatures = given.split(' ');
  return heldBy(header, signatures, secrets, (secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
}

/**
 * The service's own scheme: `sha256=<hex>` for each secret, separated by commas; over the body, keyed with the whole
 * text of the secret.
 */
function own(headers: ReceivedHeaders, body: Uint8Array, secrets: readonly string[]): SignatureCheck {
  const header = 'x-service-signature';
  const given = headers[header];
  if (given === undefined) return missing(header, header);
  const signatures = given.split(',').map((signature) => signature.trim());
  return heldBy(
    header,
    signatures,
    secrets,
    (secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
}

function heldBy(
  header: SignatureHeader,
  signatures: readonly string[],
  secrets: readonly string[],
  sign: (secret: string) => string,
): SignatureCheck {
  const by = secrets.findIndex((secret) => signatures.some((signature) => same(signature, sign(secret))));
  return by >= 0
    ? { header, holds: true, by, problem: null }
    : refused(header, 'none of its signatures is made with this secret over these bytes');
}

function missing(header: SignatureHeader, name: string): SignatureCheck {
  return refused(header, `the header ${name} is missing`);
}

function refused(header: SignatureHeader, problem: string): SignatureCheck {
  return { header, holds: false, by: null, problem };
}

/** Compares in constant time, so that the duration tells nothing about how much of a signature is right. */
function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
