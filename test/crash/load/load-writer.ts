import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Answer, Request } from '../../support/http.js';
import type { Contact, OutcomeEnvelope, SmartList } from '../../support/types.js';
import type { Random } from '../../support/random.js';
import { nextOperation } from './operations.js';
import type { Operation } from './operations.js';
import { EMPTY_STATE } from './expected-state.js';
import type { ExpectedState, WorkspaceView } from './expected-state.js';

/** A client that sends one write after the other and knows the state that reads must show. */
export class LoadWriter {
  /** The state after the acknowledged writes. */
  state: ExpectedState = EMPTY_STATE;
  /** Sent, but the service was killed before it answered. */
  unanswered: Operation | undefined;
  /** The number of answered writes with an Idempotency-Key. */
  keyedWrites = 0;
  private readonly ids = new Map<string, string>();
  private number = 0;
  private lastKeyed: { readonly request: Request; readonly answer: Answer } | undefined;

  constructor(
    readonly writer: number,
    private readonly random: Random,
  ) {}

  /** Writes until told to stop or the service is killed; calls back after each acknowledgement. */
  async write(client: Client, goOn: () => boolean, acknowledged: () => void): Promise<void> {
    while (goOn()) {
      const operation = this.next();
      this.unanswered = operation;
      let answer: Answer;
      try {
        answer = await client.send(operation.request);
      } catch (error) {
        if (goOn()) throw error;
        return;
      }
      this.onAnswer(operation, answer);
      acknowledged();
    }
  }

  /**
   * Reads after a kill: acknowledged writes must be visible, the unanswered one wholly or not at all. Returns whether
   * it took effect.
   */
  expectState({ states, ids }: WorkspaceView): boolean {
    const seen = states.get(this.writer) ?? EMPTY_STATE;
    for (const [name, id] of ids) this.ids.set(name, id);
    const { unanswered } = this;
    const happened = unanswered !== undefined && JSON.stringify(seen) === JSON.stringify(unanswered.after);
    expect(seen).toEqual(happened ? unanswered.after : this.state);
    // A write without a key cannot be retried safely: only a read shows whether it took effect.
    if (unanswered !== undefined && unanswered.key === undefined) {
      if (happened) this.state = unanswered.after;
      this.unanswered = undefined;
    }
    return happened;
  }

  /** Retries the unanswered write, twice at once. It must have one effect and one answer. */
  async retry(client: Client, happened: boolean): Promise<void> {
    const { unanswered: operation } = this;
    if (operation === undefined) return;
    const answers = await Promise.all([client.send(operation.request), client.send(operation.request)]);
    expectSameAnswer(answers[0], answers[1]);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length;
    // A write that changes nothing leaves only its record, which may have been appended before the kill.
    if (JSON.stringify(this.state) !== JSON.stringify(operation.after)) expect(replayed).toBe(happened ? 2 : 1);
    this.onAnswer(operation, answers[0]);
  }

  /** Repeats the last write that was answered before the kill: the answer must have the same bytes. */
  async replay(client: Client): Promise<void> {
    if (this.lastKeyed === undefined) return;
    const { request, answer } = this.lastKeyed;
    const again = await client.send(request);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expectSameAnswer(again, answer);
  }

  private next(): Operation {
    this.number += 1;
    const id = (name: string): string => this.ids.get(name)!;
    return nextOperation({ writer: this.writer, random: this.random, now: this.state, number: this.number, id });
  }

  private onAnswer(operation: Operation, answer: Answer): void {
    if (answer.status !== operation.status) throw new Error(`${answer.status}: ${answer.bytes.toString()}`);
    const body = jsonOf(answer);
    expect(body).toMatchObject(operation.body);
    this.learn(body as Learnt);
    this.state = operation.after;
    this.unanswered = undefined;
    if (operation.key === undefined) return;
    this.keyedWrites += 1;
    this.lastKeyed = { request: operation.request, answer };
  }

  private learn({ smart_list, outcome, contacts = [] }: Learnt): void {
    if (smart_list) this.ids.set(smart_list.name, smart_list.smart_list_id);
    if (outcome) this.ids.set(outcome.outcome_name, outcome.outcome_id);
    for (const { phone, contact_id } of contacts) this.ids.set(phone, contact_id);
  }
}

interface Learnt {
  readonly smart_list?: SmartList;
  readonly outcome?: OutcomeEnvelope['outcome'];
  readonly contacts?: readonly Pick<Contact, 'phone' | 'contact_id'>[];
}

/** Expects two answers to one write to have the same status, Location, ETag and bytes. */
export function expectSameAnswer(one: Answer, other: Answer): void {
  const kept = ({ status, headers, bytes }: Answer) => ({
    status,
    location: headers['location'],
    etag: headers['etag'],
    body: bytes.toString(),
  });
  expect(kept(one)).toEqual(kept(other));
}
