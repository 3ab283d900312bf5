import { type FoundKey, type PersonalKey, PersonalKeysUnavailableError } from '../personal-keys.js';
import { MemoryPersonalKeys } from './memory-personal-keys.js';

/** A process's connection to a store of keys: writes down what it is asked, fails, and answers when a test says so. */
export class WatchedKeys extends MemoryPersonalKeys {
  /** The subjects or ids of each call, in their order. */
  readonly ensured: (readonly string[])[] = [];
  readonly got: (readonly string[])[] = [];
  /** Times that it was asked for the number of shreddings. */
  asked = 0;
  /** While true, every call fails. */
  away = false;
  /** Calls are answered once this resolves. */
  answers: Promise<void> = Promise.resolve();

  override ensure(workspaceId: string, subjects: readonly string[]): Promise<readonly PersonalKey[]> {
    this.ensured.push(subjects);
    return this.answered(() => super.ensure(workspaceId, subjects));
  }

  override get(ids: readonly string[]): Promise<readonly FoundKey[]> {
    this.got.push(ids);
    return this.answered(() => super.get(ids));
  }

  override shreddings(): Promise<number> {
    this.asked += 1;
    return this.answered(() => super.shreddings());
  }

  /** What the store answers now arrives when the test says so. */
  private async answered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.away) throw new PersonalKeysUnavailableError('The store of keys is away.');
    const { answers } = this;
    const answer = await call();
    await answers;
    return answer;
  }
}
