import { problemOfSecrets, secretsIn } from './index.js';

const BASE64 = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const SECRET = `whsec_${BASE64}`;

describe('given secrets', () => {
  it('are separated by blanks, line breaks or commas', () => {
    expect(secretsIn(' a,b\r\nc,  d\n')).toEqual(['a', 'b', 'c', 'd']);
    expect(secretsIn(' \n')).toEqual([]);
  });

  it('have the form that the service shows', () => expect(problemOfSecrets([SECRET, SECRET])).toBeUndefined());

  it.each([
    [BASE64, 'it does not begin with whsec_'],
    [`"${SECRET}"`, 'it does not begin with whsec_'],
    ['whsec_', 'it has 6 characters'],
    [`whsec_${Buffer.alloc(24).toString('base64')}`, 'it has 38 characters'],
    [SECRET.slice(0, -1), 'it has 49 characters'],
    [SECRET.replace('M', '-'), 'what follows whsec_ is no such base64'],
    // Unused bits of the base64 differ: the bytes are the same, the text is another one, and the text is the key of
    // X-Service-Signature.
    [SECRET.replace('Y=', 'Z='), 'what follows whsec_ is no such base64'],
    [`whsec_${Buffer.alloc(33).toString('base64')}`, 'what follows whsec_ is no such base64'],
  ])('must not be %s', (text, why) => {
    const rule = 'A signing secret is whsec_ and the base64 of 32 bytes, 50 characters in all.';
    expect(problemOfSecrets([text])).toBe(`${rule} What was given is none: ${why}.`);
    expect(problemOfSecrets([SECRET, text])).toBe(`${rule} Number 2 of the 2 that were given is none: ${why}.`);
  });
});
