import { DomainError, type FieldError, parseAddressRange } from '#kernel';
import { checkReceiverUrl, WEBHOOK_URL_PATTERN } from './receiver-url.js';

function refusal(url: string, ...ranges: string[]): FieldError | undefined {
  try {
    checkReceiverUrl(
      'webhook_url',
      url,
      ranges.map((text) => parseAddressRange(text)!),
    );
    return undefined;
  } catch (error) {
    const { code, errors } = error as DomainError;
    expect([code, errors[0]?.pointer]).toEqual(['validation_failed', '/webhook_url']);
    return errors[0];
  }
}
const ruleBroken = (url: string, ...ranges: string[]): string | undefined => refusal(url, ...ranges)?.code;

const fitsPattern = (url: string): boolean => new RegExp(WEBHOOK_URL_PATTERN, 'u').test(url);

const PART = 'x'.repeat(63);
/** 253 characters, the longest possible name. */
const LONGEST = [PART, PART, PART, 'x'.repeat(61)].join('.');

describe('a webhook_url', () => {
  it.each([
    'https://example.com',
    'HTTPS://Example.com:8443/hook?a=b@c#d',
    'https://bücher.example/ü',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
    'https://localhost.example/',
    'https://example.com./hook',
    'https://intranet/hook',
    'https://a--b.under_score.example:65535/',
    `https://${PART}.example/`,
    `https://${LONGEST}/`,
    `https://${LONGEST}./`,
    `https://example.com/${'x'.repeat(2_048 - 20)}`,
  ])('may be %s, which fits the pattern of the reference', (url) => {
    expect(ruleBroken(url)).toBeUndefined();
    expect(fitsPattern(url)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    'http://example.com/',
    'https:example.com',
    'https://',
    'https:///example.com',
    'https://exa mple.com',
    'https://example.com\\@127.0.0.1/',
    'https://example.com/a\u3000b',
    'https://user:pass@example.com/',
  ])('that is invalid is also refused by the pattern: %s', (url) => {
    expect(ruleBroken(url)).toBeDefined();
    expect(fitsPattern(url)).toBe(false);
  });

  it.each([
    ['', 'invalid_format'],
    ['example.com', 'invalid_format'],
    ['http://example.com/', 'invalid_format'],
    ['ftp://example.com/', 'invalid_format'],
    ['https:example.com', 'invalid_format'],
    ['https:/example.com', 'invalid_format'],
    ['https:///example.com', 'invalid_format'],
    ['https:\\\\example.com', 'invalid_format'],
    ['https://example.com\\@127.0.0.1/', 'invalid_format'],
    ['https://', 'invalid_format'],
    ['https://exa mple.com', 'invalid_format'],
    ['https://example.com/a b', 'invalid_format'],
    ['https://example.com/a\u3000b', 'invalid_format'],
    ['https://example.com:99999/', 'invalid_format'],
    ['https://256.1.1.1/', 'invalid_format'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:pass@example.com/', 'credentials'],
    ['https://:@example.com/', 'credentials'],
    ['https://127.0.0.1/', 'refused_address'],
    ['https://2130706433/', 'refused_address'],
    ['https://0x7f.1:8443/', 'refused_address'],
    ['https://169.254.169.254/latest/meta-data', 'refused_address'],
    ['https://[::1]/', 'refused_address'],
    ['https://[::ffff:10.0.0.1]/', 'refused_address'],
    ['https://[64:ff9b::8.8.8.8]/', 'refused_address'],
    [`https://example.com/${'x'.repeat(2_048 - 19)}`, 'too_long'],
  ])('may not be %s', (url, rule) => expect(ruleBroken(url)).toBe(rule));

  it.each([
    ['', 'it does not begin with https:// and a host'],
    ['example.com', 'it does not begin with https:// and a host'],
    ['https:///example.com', 'it does not begin with https:// and a host'],
    ['http://example.com/', 'http is not https'],
    ['https://exa mple.com/', 'there is a blank or a backslash in it'],
    ['https://256.1.1.1/', 'its host is neither a name nor an address'],
    ['https://[::1/', 'its host is neither a name nor an address'],
    ['https://example.com:65536/', 'its port is no number up to 65535'],
    ['https://[::1]:x/', 'its port is no number up to 65535'],
    ['https://example.com:0/', 'nobody listens on port 0'],
    ['https://a..b/', 'its host name has two dots in a row, or begins with one'],
    ['https://.example.com/', 'its host name has two dots in a row, or begins with one'],
    ['https://example.com../', 'its host name has two dots in a row, or begins with one'],
    ['https://./', 'its host name has two dots in a row, or begins with one'],
    [`https://${PART}x.example/`, 'a part of its host name has more than 63 characters'],
    // With letters beyond ASCII its encoded form is longer.
    [`https://${'ü'.repeat(60)}.example/`, 'a part of its host name has more than 63 characters'],
    [`https://${LONGEST}x/`, 'its host name has more than 253 characters'],
    ['https://-a.example/', 'a part of its host name begins or ends with a hyphen'],
    ['https://a-.example/', 'a part of its host name begins or ends with a hyphen'],
    ['https://example.com-/', 'a part of its host name begins or ends with a hyphen'],
  ])('may not be %s, with the reason', (url, why) => {
    const detail = `webhook_url must be a valid https URL: ${why}.`;
    expect(refusal(url)).toMatchObject({ code: 'invalid_format', detail });
  });

  it('may have an address in a range that an operator has allowed', () => {
    expect(ruleBroken('https://127.0.0.1:8443/', '127.0.0.0/8')).toBeUndefined();
    expect(ruleBroken('https://[::ffff:127.0.0.1]/', '127.0.0.0/8')).toBeUndefined();
    expect(ruleBroken('https://10.0.0.1/', '127.0.0.0/8')).toBe('refused_address');
  });
});
