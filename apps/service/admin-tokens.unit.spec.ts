import { readAdminTokens } from './admin-tokens.js';
import { Environment } from './environment.js';

const OPS = '5f0c3a1d9b7e4826a0d4c8e2f6b1937a';
const CI = 'bWFueSBkaWZmZXJlbnQgY2hhcmFjdGVycw';

function read(variables: Record<string, string>) {
  const environment = new Environment(variables);
  return { tokens: readAdminTokens(environment), problems: environment.problems };
}

describe('the tokens of the admin routes', () => {
  it('are those of ADMIN_TOKENS with names, and ADMIN_TOKEN without a name', () => {
    expect(read({ ADMIN_TOKENS: `ops:${OPS}, ci:${CI}:x`, ADMIN_TOKEN: OPS.toUpperCase() })).toEqual({
      tokens: [
        { name: 'ops', token: OPS },
        { name: 'ci', token: `${CI}:x` },
        { name: null, token: OPS.toUpperCase() },
      ],
      problems: [],
    });
    expect(read({})).toEqual({ tokens: [], problems: [] });
  });

  it('overlap while one is rotated: a name may have several', () => {
    expect(read({ ADMIN_TOKENS: `ops:${OPS},ops:${CI}` }).tokens).toHaveLength(2);
  });

  it.each([
    ['ADMIN_TOKEN', 'x'.repeat(32), /^ADMIN_TOKEN must have at least 10 different characters, not 1\.$/],
    ['ADMIN_TOKEN', '123456789'.repeat(4), /^ADMIN_TOKEN must have at least 10 different characters, not 9\.$/],
    ['ADMIN_TOKEN', OPS.slice(1), /^ADMIN_TOKEN must have at least 32 visible ASCII characters\.$/],
    ['ADMIN_TOKEN', `${OPS} ${CI}`, /^ADMIN_TOKEN must have at least 32 visible ASCII characters\.$/],
    ['ADMIN_TOKENS', `ops:${OPS.slice(1)}`, /^ADMIN_TOKENS must .* the one of ops must have at least 32 .*\.$/],
    ['ADMIN_TOKENS', `ops:${OPS},ci:${'ab'.repeat(16)}`, /^ADMIN_TOKENS must .* of ci must .* characters, not 2\.$/],
    ['ADMIN_TOKENS', `ops:${OPS},${CI}`, /^ADMIN_TOKENS must be names .*: entry 2 has no such name\.$/],
    ['ADMIN_TOKENS', `ops:${OPS},`, /^ADMIN_TOKENS must be names .*: entry 2 has no such name\.$/],
    ['ADMIN_TOKENS', `ops:${OPS},ci:${OPS}`, /^ADMIN_TOKENS must not give ops and ci the same token\.$/],
  ])('are refused if weak or malformed, in a sentence that shows none of them (%#)', (name, value, sentence) => {
    const { tokens, problems } = read({ [name]: value });
    expect(tokens).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    for (const token of [OPS.slice(1), CI, 'x'.repeat(32)]) expect(problems[0]).not.toContain(token);
  });
});
