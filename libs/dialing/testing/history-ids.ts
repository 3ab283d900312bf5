import type { ModelRequest, ModelResponse } from './reference-model/http.js';

/**
 * One step of a history, as data that prints and shrinks well: time passes, or a request that names things by their
 * index: `<list 2>` is the third list that was made, `<call 0>` the last call that began. `<in 3>` is the instant in
 * three hours, `<date 3>` the date in three days.
 */
export type Step = { readonly wait: number } | Omit<ModelRequest, 'token'>;

/** The ids of the things that a history names by index. Each server that it is played on has ids of its own. */
export class HistoryIds {
  private readonly lists: string[] = [];
  private readonly outcomes: string[] = [];
  private readonly calls: string[] = [];
  private readonly groups: string[] = [];
  private readonly hours: string[] = [];
  private names = 0;

  /** @param now the instant of the next step, in milliseconds since 1970 */
  constructor(
    private readonly workspaceId: string,
    private readonly now: () => number = () => 0,
  ) {}

  /**
   * The step with ids for its references. A reference to a thing that does not exist yet becomes an id that does not
   * exist.
   */
  resolve<Part>(part: Part): Part {
    if (typeof part === 'string')
      return part.replace(/<(\w+) (\d+)>/g, (_, kind: string, n: string) => this.id(kind, Number(n))) as Part;
    if (Array.isArray(part)) return part.map((each: unknown) => this.resolve(each)) as Part;
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, this.resolve(value as unknown)]),
    ) as Part;
  }

  /** Learns the ids in an answer. */
  learn({ status, body }: ModelResponse): void {
    const made = body as Record<
      'smart_list' | 'outcome' | 'call' | 'dial_group' | 'calling_hours',
      Record<string, string> | undefined
    > & {
      readonly calls?: readonly { readonly call_id: string }[];
    };
    if (status === 201 && made.smart_list) this.lists.push(made.smart_list['smart_list_id']!);
    if (status === 201 && made.outcome) this.outcomes.push(made.outcome['outcome_id']!);
    if (status === 201 && made.dial_group) this.groups.push(made.dial_group['dial_group_id']!);
    if (status === 201 && made.calling_hours) this.hours.push(made.calling_hours['calling_hours_id']!);
    if (status === 201 && made.call) this.calls.unshift(made.call['call_id']!);
    if (made.calls) this.calls.unshift(...made.calls.map(({ call_id }) => call_id));
  }

  private id(kind: string, n: number): string {
    const uuid = (tail: string) => `00000000-0000-4000-8000-${tail.padStart(12, '0')}`;
    if (kind === 'workspace') return this.workspaceId;
    if (kind === 'in') return new Date(this.now() + n * 3_600_000).toISOString();
    if (kind === 'date') return new Date(this.now() + n * 86_400_000).toISOString().slice(0, 10);
    if (kind === 'contact') return uuid(`c0${n}`);
    // Names of lists are unique, and those of groups and of calling hours.
    if (kind === 'name') return `list ${(this.names += 1)}`;
    const { lists, outcomes, calls, groups, hours } = this;
    return { list: lists, outcome: outcomes, call: calls, group: groups, hours }[kind]![n] ?? uuid('dead');
  }
}
