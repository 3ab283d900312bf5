import type { webhooks } from './schema.js';

type MessageOf<Name extends keyof webhooks> = {
  [Each in Name]: webhooks[Each]['post']['requestBody']['content']['application/json'];
}[Name];

/**
 * The messages to the `webhook_url` of an outcome. Later versions may send further ones: let an unknown `type` pass.
 */
export type WebhookMessage = MessageOf<Exclude<keyof webhooks, `endpoint/${string}`>>;

/** The messages to a webhook endpoint; the same goes for an unknown `type`. */
export type EndpointMessage = MessageOf<Extract<keyof webhooks, `endpoint/${string}` | 'contact.erased'>>;

/**
 * The messages to a webhook endpoint that have a place in the order of the workspace: `revision`, then `index`. All but
 * `contact.erased`.
 */
export type OrderedMessage = Extract<EndpointMessage, { readonly revision: number }>;

export interface WebhookDelivery {
  /** The body as it came, byte for byte: parsed and written again it has other bytes. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The headers, in any case: of a Request, or of Node's `request.headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The signing secrets, `whsec_…`: while one replaces another, both. */
  readonly secrets: readonly string[];
  /** Seconds that the attempt may be older, or newer, than now. Default: 300. */
  readonly tolerance?: number;
  /**
   * `standard`, the default: Standard Webhooks, which bounds the age, and X-Service-Signature too where it is there.
   * `service`: X-Service-Signature alone, which has no time, so that a delivery can be played back years later.
   */
  readonly scheme?: 'standard' | 'service';
  /** Milliseconds since 1970. Default: the time of the machine. */
  readonly now?: number;
}

export type WebhookProblem =
  'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'wrong_signature' | 'not_json';

/** A request that is not to be trusted: answer it with 401, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly problem: WebhookProblem,
    message: string,
  ) {
    super(message);
  }
}

/** Seconds; what the libraries of Standard Webhooks have. */
const TOLERANCE = 300;
/** Signatures of a header that are tried. At most 10 secrets sign; without a bound a request could cost any work. */
const MAX_SIGNATURES = 32;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks that a request comes from the service, was meant for these secrets and is recent
 * (docs/reference/http-contract.md#the-webhook). Web Crypto compares in constant time. It does not keep what it has
 * seen: a delivery may come twice, with one `delivery_id`.
 * @returns the message: of a receiver at an endpoint, `verifyWebhook<EndpointMessage>(…)`
 * @throws WebhookVerificationError it is not to be trusted
 * @throws TypeError no secret, or one that is no `whsec_` and base64; the error does not contain it
 */
export async function verifyWebhook<Message extends WebhookMessage | EndpointMessage = WebhookMessage>(
  delivery: WebhookDelivery,
): Promise<Message> {
  const { scheme = 'standard', secrets } = delivery;
  const body = bytesOf(delivery.body);
  const keys = secrets.map(keyBytesOf);
  if (keys.length === 0) throw new TypeError('at least one signing secret is needed');
  if (scheme === 'standard') await verifyStandard(delivery, body, keys);
  if (scheme === 'service' || headerOf(delivery, SERVICE_SIGNATURE) !== undefined) {
    await verifyService(delivery, body);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Message;
  } catch {
    throw new WebhookVerificationError('not_json', 'the body is no JSON in UTF-8');
  }
}

const SERVICE_SIGNATURE = 'x-service-signature';

/** Over id, time and body, keyed with the bytes that the secret encodes. */
async function verifyStandard(delivery: WebhookDelivery, body: Bytes, keys: readonly Bytes[]): Promise<void> {
  const { tolerance = TOLERANCE, now = Date.now() } = delivery;
  const id = required(delivery, 'webhook-id');
  const timestamp = required(delivery, 'webhook-timestamp');
  const given = required(delivery, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw malformed('webhook-timestamp is no number of seconds');
  const age = now / 1_000 - Number(timestamp);
  if (age > tolerance) throw new WebhookVerificationError('too_old', `the attempt is older than ${tolerance} s`);
  if (age < -tolerance) throw new WebhookVerificationError('too_new', `the attempt is ${tolerance} s in the future`);
  const signatures = given.split(' ').flatMap((each) => (each.startsWith('v1,') ? base64(each.slice(3)) : []));
  const signed = concatenated(utf8(`${id}.${timestamp}.`), body);
  await verifyAny('webhook-signature', keys, signatures, signed);
}

/** Over the body, keyed with the whole text of the secret. */
async function verifyService(delivery: WebhookDelivery, body: Bytes): Promise<void> {
  const given = required(delivery, SERVICE_SIGNATURE).split(',');
  const signatures = given.flatMap((each) => hex(/^\s*sha256=((?:[0-9a-f]{2})+)\s*$/.exec(each)?.[1]));
  await verifyAny(SERVICE_SIGNATURE, delivery.secrets.map(utf8), signatures, body);
}

async function verifyAny(
  header: string,
  keys: readonly Bytes[],
  signatures: readonly Bytes[],
  signed: Bytes,
): Promise<void> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures.slice(0, MAX_SIGNATURES)) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return;
    }
  }
  throw new WebhookVerificationError('wrong_signature', `no signature in ${header} is made with these secrets`);
}

/** Bytes with a buffer of their own, as Web Crypto takes them. */
type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));

function bytesOf(body: WebhookDelivery['body']): Bytes {
  return typeof body === 'string' ? utf8(body) : new Uint8Array(body);
}

function concatenated(head: Bytes, tail: Bytes): Bytes {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/** The bytes in a list of one; an empty list where the text is no base64. */
function base64(text: string): readonly Bytes[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function hex(text = ''): readonly Bytes[] {
  const pairs = text.match(/../g);
  return pairs ? [Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))] : [];
}

function keyBytesOf(secret: string): Bytes {
  const [bytes] = base64(SECRET.exec(secret)?.[1] ?? '');
  if (!bytes?.length) throw new TypeError('a signing secret is whsec_ and base64');
  return bytes;
}

function required(delivery: WebhookDelivery, name: string): string {
  const value = headerOf(delivery, name);
  if (value === undefined) throw new WebhookVerificationError('missing_header', `the header ${name} is missing`);
  return value;
}

function malformed(message: string): WebhookVerificationError {
  return new WebhookVerificationError('malformed_header', message);
}

/** @throws WebhookVerificationError the header comes twice */
function headerOf({ headers }: WebhookDelivery, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  if (values.length > 1) throw malformed(`the header ${name} comes ${values.length} times`);
  return values[0];
}

/** By its method: frameworks have classes of their own. */
function isHeaders(headers: WebhookDelivery['headers']): headers is Headers {
  return typeof headers['get'] === 'function';
}
