import { SkippedEvents } from '#event-store';
import type { RecordedEvent } from '#kernel';
import type { Config } from '../config.js';
import { ConfigError } from '../config-error.js';
import { openReadStores } from './log-reading.js';
import type { ReadStores } from './read-stores.js';
import { type Unopened, UnopenedEvents } from './unopened-events.js';

/** The personal data of a log that is checked: whether it can be opened. */
export class OpenablePersonalData {
  private readonly skipped = new SkippedEvents();
  private unopened: UnopenedEvents | undefined;
  private read: ReadStores | undefined;
  /** Why no key can be asked for. An event that was changed may be the cause: its place is to be named first. */
  private trouble: Error | undefined;

  /** @throws ConfigError */
  static async open(config: Config): Promise<OpenablePersonalData> {
    const personal = new OpenablePersonalData();
    const { skipped } = personal;
    try {
      personal.read = await openReadStores({ config, skipped });
      await skipped.refresh(personal.read.log);
      personal.unopened = new UnopenedEvents(personal.read.keys);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      personal.trouble = error as Error;
    }
    return personal;
  }

  add(event: RecordedEvent): void {
    if (!this.skipped.inPlaceOf(event.stream, event.revision)) this.unopened?.add(event);
  }

  /** Opens the events that were added. @throws PersonalKeysUnavailableError */
  async open(): Promise<void> {
    await this.unopened?.open();
  }

  /**
   * @param isChanged whether something in the log does not fit
   * @throws PersonalKeysOpenError, StoreUnavailableError no key could be asked for, and nothing in the log explains it
   */
  found(isChanged: boolean): readonly Unopened[] {
    if (this.trouble !== undefined && !isChanged) throw this.trouble;
    return this.unopened?.found() ?? [];
  }

  async close(): Promise<void> {
    await this.read?.close();
  }
}
