import { type AddressRange, codePoints, type DomainError, invalidField, isAddress, refusedAddress } from '#kernel';

/** Largest length in characters (docs/reference/http-contract.md#outcome). */
export const MAX_WEBHOOK_URL = 2_048;

/**
 * The pattern of a receiver's URL for the reference: it matches every URL that {@link checkReceiverUrl} accepts, and
 * few that it refuses. In the syntax that the languages of clients share (ECMA-262, RE2, Java, Python).
 */
export const WEBHOOK_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]://[^/?#@\\s\\\\]+([/?#][^\\s\\\\]*)?$';

const MAX_PORT = 65_535;
/** Largest length of a name in the DNS, and of each part between its dots, in ASCII characters. */
const [MAX_NAME, MAX_LABEL] = [253, 63];

/** The fields that name a receiver: of an outcome, and of an endpoint. */
export type ReceiverUrlField = 'webhook_url' | 'url';

/**
 * Checks the form of the URL of a receiver (docs/reference/http-contract.md#outcome,
 * docs/reference/http-contract.md#egress). The addresses of its host name are checked when a webhook is sent, not here.
 * @param field the field of the request that has it
 * @param allowed ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS)
 * @throws DomainError `validation_failed`: no https URL, a host name that can never be resolved, too long, with
 *   credentials, or with a literal address to which no webhook may be sent
 */
export function checkReceiverUrl(field: ReceiverUrlField, text: string, allowed: readonly AddressRange[]): void {
  const refused = (rule: string, detail: string): DomainError => refusedUrl(field, rule, detail);
  if (codePoints(text) > MAX_WEBHOOK_URL) {
    throw refused('too_long', `${field} must have at most ${MAX_WEBHOOK_URL} characters.`);
  }
  const url = parseHttps(field, text);
  if (url.username !== '' || url.password !== '' || authority(text).includes('@')) {
    throw refused('credentials', `${field} must not contain a user name or password.`);
  }
  if (url.port === '0') throw malformedUrl(field, 'nobody listens on port 0');
  // A number at its end makes the whole host an address, or invalid.
  const literal = isAddress(url.hostname);
  if (!literal) checkName(field, url.hostname);
  const reason = literal ? refusedAddress(url.hostname, allowed) : undefined;
  if (reason) throw refused('refused_address', `${field} leads to an address that is not public (${reason}).`);
}

/**
 * Lenient spellings that parsers correct (`https:host`, backslashes, blanks) are refused: parsers differ in the result.
 */
function parseHttps(field: ReceiverUrlField, text: string): URL {
  const malformed = (why: string): DomainError => malformedUrl(field, why);
  const [, scheme] = /^([a-z][a-z0-9+.-]{0,20}):\/\//i.exec(text) ?? [];
  if (scheme && scheme.toLowerCase() !== 'https') throw malformed(`${scheme} is not https`);
  if (!/^https:\/\/[^/]/i.test(text)) throw malformed('it does not begin with https:// and a host');
  if (/[\\\s]/.test(text)) throw malformed('there is a blank or a backslash in it');
  try {
    return new URL(text);
  } catch {
    const [, port] = /:([^:\]]*)$/.exec(authority(text).replace(/^.*@/, '')) ?? [];
    const isPort = port === undefined || (/^[0-9]*$/.test(port) && Number(port) <= MAX_PORT);
    throw malformed(isPort ? 'its host is neither a name nor an address' : `its port is no number up to ${MAX_PORT}`);
  }
}

/**
 * Refuses a name that no DNS can have (RFC 1035, 2.3.4; RFC 1123, 2.1): a delivery to it would be retried for days
 * without success.
 */
function checkName(field: ReceiverUrlField, hostname: string): void {
  const malformed = (why: string): DomainError => malformedUrl(field, why);
  const name = hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.includes('')) throw malformed('its host name has two dots in a row, or begins with one');
  if (name.length > MAX_NAME) throw malformed(`its host name has more than ${MAX_NAME} characters`);
  if (labels.some((label) => label.length > MAX_LABEL)) {
    throw malformed(`a part of its host name has more than ${MAX_LABEL} characters`);
  }
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) {
    throw malformed('a part of its host name begins or ends with a hyphen');
  }
}

function authority(text: string): string {
  return text.slice('https://'.length).split(/[/?#]/, 1)[0]!;
}

function malformedUrl(field: ReceiverUrlField, why: string): DomainError {
  return refusedUrl(field, 'invalid_format', `${field} must be a valid https URL: ${why}.`);
}

function refusedUrl(field: ReceiverUrlField, rule: string, detail: string): DomainError {
  return invalidField('validation_failed', `/${field}`, rule, detail);
}
