import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import { type Clock, type DomainEvent, type EventSchema, type IdSource, instant, type NewEvent } from '#kernel';
import { otherKeys, type PersonalKeys, PersonalKeysOpenError } from './personal-keys.js';

/** The stream in which the log names the store of its personal keys; no follower reads it. */
export const KEYS_STREAM = 'personal-keys';

/** The log is written with the personal keys of this store from now on. */
export type PersonalKeysMade = DomainEvent<
  'PersonalKeysMade',
  {
    /** The id of the store: 32 hexadecimal digits, made with it. */
    readonly keys_id: string;
  }
>;

export const PERSONAL_KEYS_SCHEMAS: readonly EventSchema[] = [{ type: 'PersonalKeysMade', version: 1 }];

/** What the keys of a log are compared with. */
export interface KeysOfLogPorts {
  readonly log: Pick<EventStore, 'append' | 'read'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** PERSONAL_KEYS_LOST: the operator accepts that the keys which the log names are lost. */
  readonly isLost: boolean;
}

/** The store that a log names. */
interface NamedKeys {
  readonly id: string;
  /** Of the event that names it. */
  readonly revision: number;
}

/**
 * Makes sure that a log is used with the keys that it was written with (docs/reference/personal-data.md). With other
 * keys, what is in it could not be opened, and what is added could not be opened by the right ones.
 */
export class KeysOfLog {
  constructor(private readonly ports: KeysOfLogPorts) {}

  /**
   * Whether a missing store of keys may be made: beside a log that names one, it would hide that that one is missing.
   * @throws StoreUnavailableError
   */
  async mayMake(): Promise<boolean> {
    return this.ports.isLost || (await this.named()) === undefined;
  }

  /**
   * Compares a store of keys with the one that the log names; a log that names none names this one from now on.
   * @param where the store, in sentences
   * @throws PersonalKeysOpenError the log was written with other keys, or SECRETS_KEY opens none of these
   * @throws PersonalKeysUnavailableError, StoreUnavailableError
   */
  async claim(keys: Pick<PersonalKeys, 'inspect' | 'acceptLoss'>, where: string): Promise<void> {
    const { isLost, log } = this.ports;
    const id = await openedId(keys, where);
    // Durable before the log names this store: no reader meets a key of the lost one before.
    if (isLost) await keys.acceptLoss();
    for (;;) {
      const named = await this.named();
      if (named?.id === id) return;
      if (named && !isLost) throw otherKeys(where);
      try {
        await log.append(KEYS_STREAM, [this.made(id)], named ? named.revision : 'no_stream');
        return;
      } catch (error) {
        // Another process has named its keys in between: they are compared with these.
        if (!(error instanceof WrongExpectedRevisionError)) throw error;
      }
    }
  }

  private named(): Promise<NamedKeys | undefined> {
    return namedBy(this.ports.log);
  }

  private made(keys_id: string): NewEvent {
    const { clock, ids } = this.ports;
    const made: PersonalKeysMade = { type: 'PersonalKeysMade', data: { keys_id } };
    const metadata = {
      schema_version: 1,
      workspace_id: '',
      occurred_at: instant(clock.now()),
      actor: { kind: 'system', id: 'personal-keys' },
      correlation_id: ids.next(),
      causation_id: null,
    } as const;
    return { id: ids.next(), ...made, metadata };
  }
}

/**
 * Compares a store of keys with the one that a log names, where both are only read.
 * @param where the store, in sentences
 * @throws PersonalKeysOpenError the log was written with other keys, or SECRETS_KEY opens none of these
 * @throws PersonalKeysUnavailableError, StoreUnavailableError
 */
export async function refuseOtherKeys(
  log: Pick<EventStore, 'read'>,
  keys: Pick<PersonalKeys, 'inspect'>,
  where: string,
): Promise<void> {
  const id = await openedId(keys, where);
  const named = await namedBy(log);
  if (named && named.id !== id) throw otherKeys(where);
}

/** The id of a store of keys that SECRETS_KEY opens. @throws PersonalKeysOpenError it opens none of them */
async function openedId(keys: Pick<PersonalKeys, 'inspect'>, where: string): Promise<string> {
  const { id, opened, unopened } = await keys.inspect();
  if (opened === 0 && unopened > 0) throw noneOpens(unopened, where);
  return id;
}

/** The store of keys that a log names; undefined: it names none. @throws StoreUnavailableError */
export async function namedBy(log: Pick<EventStore, 'read'>): Promise<NamedKeys | undefined> {
  const [last] = await log.read(KEYS_STREAM, { backwards: true, limit: 1 });
  return last && { id: (last.data as PersonalKeysMade['data']).keys_id, revision: last.revision };
}

function noneOpens(workspaces: number, where: string): PersonalKeysOpenError {
  return new PersonalKeysOpenError(
    `SECRETS_KEY opens the personal keys of none of the ${workspaces} workspaces in ${where}: start with the key they were wrapped under or, if it is lost, put these keys aside and start with PERSONAL_KEYS_LOST=1.`,
  );
}
