import { blocks } from '../../support/documentation.js';

/** An event as GET /events shows it. */
export interface ShownEvent {
  readonly event_id: string;
  readonly type: string;
}

/** The names that the tail of docs/how-to/follow-events.md takes from its surroundings. */
const NAMES = ['url', 'key', 'load', 'save', 'explain', 'setTimeout'] as const;
const CAUGHT_UP = new Error('caught up');

/** The tail of docs/how-to/follow-events.md, with what it has saved. */
export class Tail {
  readonly events: ShownEvent[] = [];
  private token: string | undefined;

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** Runs it as it is printed, from its last token, until it waits for more. */
  async run(): Promise<void> {
    const [code] = await blocks('docs/how-to/follow-events.md', 'js');
    const AsyncFunction = (async () => undefined).constructor as new (
      ...source: readonly string[]
    ) => (...values: readonly unknown[]) => Promise<never>;
    const surroundings: Readonly<Record<(typeof NAMES)[number], unknown>> = {
      url: this.url,
      key: this.key,
      load: async () => this.token,
      save: async (events: readonly ShownEvent[], token: string) => {
        this.events.push(...events);
        this.token = token;
      },
      explain: async (answer: Response) => {
        throw new Error(`${answer.status} ${await answer.text()}`);
      },
      setTimeout: () => {
        throw CAUGHT_UP;
      },
    };
    const tail = new AsyncFunction(...NAMES, code!);
    await tail(...NAMES.map((name) => surroundings[name])).catch((error: unknown) => {
      if (error !== CAUGHT_UP) throw error;
    });
  }
}
