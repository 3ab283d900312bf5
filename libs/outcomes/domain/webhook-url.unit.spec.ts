import { DomainError, parseAddressRange } from '#kernel';
import { checkWebhookUrl } from './index.js';

function ruleBroken(url: string, ...ranges: string[]): string | undefined {
  try {
    checkWebhookUrl(
      url,
      ranges.map((text) => parseAddressRange(text)!),
    );
    return undefined;
  } catch (error) {
    const { code, errors } = error as DomainError;
    expect([code, errors[0]?.pointer]).toEqual(['validation_failed', '/webhook_url']);
    return errors[0]?.code;
  }
}

describe('a webhook_url', () => {
  it.each([
    'https://example.com',
    'HTTPS://Example.com:8443/hook?a=b@c#d',
    'https://bücher.example/ü',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
    'https://localhost.example/',
    `https://example.com/${'x'.repeat(2_048 - 20)}`,
  ])('may be %s', (url) => expect(ruleBroken(url)).toBeUndefined());

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

  it('may lead where an operator has opened a range', () => {
    expect(ruleBroken('https://127.0.0.1:8443/', '127.0.0.0/8')).toBeUndefined();
    expect(ruleBroken('https://[::ffff:127.0.0.1]/', '127.0.0.0/8')).toBeUndefined();
    expect(ruleBroken('https://10.0.0.1/', '127.0.0.0/8')).toBe('refused_address');
  });
});
