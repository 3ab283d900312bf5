import { VirtualTimers } from '#kernel/testing';
import type { StoredSecrets } from '#workspaces';
import type { ConfigError } from './config-error.js';
import { SecretsCheck } from './secrets-check.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A check whose counts are these, one after another; an Error is thrown, the last one stays. */
async function begun(counts: (StoredSecrets | Error)[], isKeyLost = false) {
  const timers = new VirtualTimers();
  const count = async (): Promise<StoredSecrets> => {
    const next = counts.length > 1 ? counts.shift()! : counts[0]!;
    if (next instanceof Error) throw next;
    return next;
  };
  const check = new SecretsCheck({ count, timers, isKeyLost });
  let refusal: ConfigError | undefined;
  void check.refused.then((error) => (refusal = error));
  await check.begin();
  const pass = async (milliseconds: number): Promise<void> => {
    timers.advance(milliseconds);
    await settled();
  };
  await settled();
  return { check, timers, pass, refusal: () => refusal?.message };
}

const ALL = { opened: 3, unopened: 0, concerned: 0 };
const SOME = { opened: 3, unopened: 2, concerned: 1 };
const NONE = { opened: 0, unopened: 2, concerned: 2 };

describe('SECRETS_KEY', () => {
  it.each([ALL, { opened: 0, unopened: 0, concerned: 0 }])(
    'that opens all secrets is accepted: %j',
    async (counted) => {
      const { check, timers, refusal } = await begun([counted]);
      expect([check.health(), refusal(), timers.size]).toEqual([undefined, undefined, 0]);
    },
  );

  it('that opens none is refused in one sentence that names it, unless SECRETS_KEY_LOST is set', async () => {
    expect((await begun([NONE])).refusal()).toMatch(
      /^SECRETS_KEY opens none of the 2 [^\n]* SECRETS_KEY_LOST=1 [^\n]*\.$/,
    );
    const { check, refusal } = await begun([NONE], true);
    expect([check.health(), refusal()]).toEqual([
      expect.stringMatching(/^2 signing secrets of 2 .*SECRETS_KEY/),
      undefined,
    ]);
  });

  it('that opens some is named in health with their count, until they were replaced', async () => {
    const { check, pass, refusal, timers } = await begun([SOME, ALL]);
    expect([check.health(), refusal()]).toEqual([
      expect.stringMatching(/^2 signing secrets of 1 workspaces/),
      undefined,
    ]);
    await pass(60_000);
    expect([check.health(), timers.size]).toEqual([undefined, 0]);
  });

  it('is judged once the rows can be read, and not after the process has been stopped', async () => {
    const { check, pass, refusal, timers } = await begun([new Error('away'), NONE]);
    expect(refusal()).toBeUndefined();
    await pass(1_000);
    expect(refusal()).toMatch(/^SECRETS_KEY/);
    const ended = await begun([SOME]);
    ended.check.stop();
    expect([ended.timers.size, timers.size]).toEqual([0, 0]);
    check.stop();
  });
});
