import { randomUUID } from 'node:crypto';
import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { KEYS_STREAM, KeysOfLog } from './keys-of-log.js';
import { type PersonalKeys, PersonalKeysOpenError } from './personal-keys.js';
import { SealedLog } from './testing/sealed-log.js';
import { MemoryKeyStore, MemoryPersonalKeys } from './testing/index.js';
import { newKey, type SecretsKeys } from './wrapping.js';

const SECRETS: SecretsKeys = [newKey()];
const UNKNOWN = 'ab'.repeat(16);

let log: SealedLog;
beforeEach(async () => (log = await SealedLog.open()));
afterEach(() => log.dispose());

const made = (store = new MemoryKeyStore(), secrets = SECRETS) => new MemoryPersonalKeys(secrets, store);
const of = (store: Pick<EventStore, 'append' | 'read'> = log.stored, isLost = false) =>
  new KeysOfLog({ log: store, clock: { now: () => 0 }, ids: { next: () => randomUUID() }, isLost });
const named = async () =>
  (await log.stored.read(KEYS_STREAM, { limit: 100 })).map(({ data }) => (data as { keys_id: string }).keys_id);
const idOf = async (keys: PersonalKeys) => (await keys.inspect()).id;

/** Claiming must fail with one sentence that says this, and must leave the log as it was. */
async function refused(keys: PersonalKeys, what: RegExp, isLost = false): Promise<void> {
  const before = await named();
  const error: unknown = await of(log.stored, isLost)
    .claim(keys, '/data/keys.db')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PersonalKeysOpenError);
  expect((error as Error).message).toMatch(what);
  expect((error as Error).message).toMatch(/^[A-Z][^\n]*\.$/);
  expect(await named()).toEqual(before);
}

describe('the personal keys of a log', () => {
  it('are named by it once, and may be made only before that', async () => {
    const keys = made();
    expect(await of().mayMake()).toBe(true);
    for (let start = 0; start < 2; start += 1) await of().claim(keys, 'keys.db');
    expect(await named()).toEqual([await idOf(keys)]);
    expect(await of().mayMake()).toBe(false);
  });

  it('are no others: a start with those is refused in one sentence', async () => {
    await of().claim(made(), 'keys.db');
    await refused(
      made(),
      /^The log was written with personal keys that \/data\/keys\.db does not hold: .*PERSONAL_KEYS_LOST=1/,
    );
  });

  it('that are lost are replaced by others for good, where the operator accepts it', async () => {
    const [lost, keys] = [made(), made()];
    await of().claim(lost, 'keys.db');
    expect(await of(log.stored, true).mayMake()).toBe(true);
    await of(log.stored, true).claim(keys, 'keys.db');
    expect(await named()).toEqual([await idOf(lost), await idOf(keys)]);
    expect(await keys.get([UNKNOWN])).toEqual(['shredded']);
    await of().claim(keys, 'keys.db');
    await refused(lost, /^The log was written with personal keys that /);
  });

  it('are not used with a SECRETS_KEY that opens none of them, whatever is lost', async () => {
    const store = new MemoryKeyStore();
    await made(store).ensure('w', ['contact:ann']);
    const wrong = made(store, [newKey()]);
    await refused(wrong, /^SECRETS_KEY opens the personal keys of none of the 1 workspaces in \/data\/keys\.db: /);
    await refused(wrong, /^SECRETS_KEY opens /, true);
    await expect(wrong.get([UNKNOWN])).rejects.toThrow(/has no key/);
    await wrong.ensure('w2', ['contact:ann']);
    await of().claim(wrong, 'keys.db');
  });

  it.each([
    ['the same keys', true],
    ['others', false],
  ])('are compared again where another process has named %s meanwhile', async (_which, same) => {
    const [keys, faster] = [made(), made()];
    let raced = false;
    const racing: Pick<EventStore, 'append' | 'read'> = {
      read: (stream, options) => log.stored.read(stream, options),
      append: async (stream, events, expected) => {
        if (!raced) {
          raced = true;
          await of().claim(same ? keys : faster, 'keys.db');
        }
        const appended = log.stored.append(stream, events, expected);
        await expect(appended).rejects.toThrow(WrongExpectedRevisionError);
        return appended;
      },
    };
    const claimed = of(racing).claim(keys, 'keys.db');
    if (same) await claimed;
    else await expect(claimed).rejects.toThrow(PersonalKeysOpenError);
    expect(await named()).toEqual([await idOf(same ? keys : faster)]);
  });
});
