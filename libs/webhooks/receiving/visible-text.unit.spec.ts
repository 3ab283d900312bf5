import { visibleText } from './index.js';

describe('a text for a terminal', () => {
  it('is not changed, including line breaks', () => {
    expect(visibleText('Zoë 😀\n  "whsec_…"\n')).toBe('Zoë 😀\n  "whsec_…"\n');
  });

  it.each([
    ['\u001b[31m', '\\u001b[31m'],
    ['a\r\tb', 'a\\u000d\\u0009b'],
    ['\u009b2J\u007f', '\\u009b2J\\u007f'],
    ['\u202egnp.exe\u2028', '\\u202egnp.exe\\u2028'],
    ['\u{e0041}', '\\udb40\\udc41'],
  ])('escapes %j, with the same meaning in JSON', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
    const json = JSON.stringify({ text });
    expect(JSON.parse(visibleText(json))).toEqual({ text });
  });
});
