import { field, type FieldOptions } from './field.js';
import { refuse, type Rule, wrongType } from './rule.js';

/** Largest length of an address in characters. */
export const MAX_URL = 2_048;
/**
 * The whole rule, so that the reference says all of it: a name or a literal address, a port, and visible ASCII. In the
 * syntax that the languages of clients share (ECMA-262, RE2, Java, Python).
 */
const URL_PATTERN =
  '^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?([/?#][!-~]*)?$';
const WEB_ADDRESS = new RegExp(URL_PATTERN);

const URL_RULE: Rule = {
  read(value, errors) {
    if (typeof value !== 'string') return wrongType(errors, 'a URL', value);
    if (value.length > MAX_URL) return refuse(errors, 'too_long', `Must have at most ${MAX_URL} characters.`);
    if (WEB_ADDRESS.test(value)) return value;
    return refuse(errors, 'invalid_format', 'Must be a URL of http or https, e.g. https://example.com/a.wav.');
  },
};

/** An address on the web, kept as it was given. Codes: `wrong_type`, `too_long`, `invalid_format`. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  return field(URL_RULE, options, { type: 'string', minLength: 1, maxLength: MAX_URL, pattern: URL_PATTERN });
}
