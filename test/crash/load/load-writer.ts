import type { Client } from '../../support/client.js';
import { jsonOf } from '../../support/contract.js';
import type { Answer, Request } from '../../support/http.js';
import type { Contact, OutcomeEnvelope, SmartList } from '../../support/types.js';
import type { Random } from '../../support/random.js';
import { nextOperation } from './operations.js';
import type { Operation } from './operations.js';
import { EMPTY_STATE } from './expected-state.js';
import type { ExpectedState, WorkspaceView } from './expected-state.js';

/** A client that writes one thing after the other, and knows at any time what must be there. */
export class LoadWriter {
  /** What was acknowledged. */
  state: ExpectedState = EMPTY_STATE;
  /** Sent, and killed before it was answered. */
  unanswered: Operation | undefined;
  /** Writes with a key that were answered. */
  keyedWrites = 0;
  private readonly ids = new Map<string, string>();
  private number = 0;
  private lastKeyed: { readonly request: Request; readonly answer: Answer } | undefined;

  constructor(
    readonly writer: number,
    private readonly random: Random,
  ) {}

  /** Writes until told to stop or the service is gone; calls back after each acknowledgement. */
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

  /** Reads after a kill: what was acknowledged is there; what was not happened wholly or not at all. Whether it happened. */
  expectState({ states, ids }: WorkspaceView): boolean {
    const seen = states.get(this.writer) ?? EMPTY_STATE;
    for (const [name, id] of ids) this.ids.set(name, id);
    const { unanswered } = this;
    const happened = unanswered !== undefined && JSON.stringify(seen) === JSON.stringify(unanswered.after);
    expect(seen).toEqual(happened ? unanswered.after : this.state);
    // Without a key only a read tells: that is what keys are for.
    if (unanswered !== undefined && unanswered.key === undefined) {
      if (happened) this.state = unanswered.after;
      this.unanswered = undefined;
    }
    return happened;
  }

  /** Sends what was not answered again, twice at once. One effect, one answer. */
  async retry(client: Client, happened: boolean): Promise<void> {
    const { unanswered: operation } = this;
    if (operation === undefined) return;
    const answers = await Promise.all([client.send(operation.request), client.send(operation.request)]);
    expectSameAnswer(answers[0], answers[1]);
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length;
    // A write that changes nothing leaves no trace but its record: it may have been there already.
    if (JSON.stringify(this.state) !== JSON.stringify(operation.after)) expect(replayed).toBe(happened ? 2 : 1);
    this.onAnswer(operation, answers[0]);
  }

  /** The last answer from before the kill is given again, to the byte. */
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

/** Two answers to one write: the same status, Location, ETag and bytes. */
export function expectSameAnswer(one: Answer, other: Answer): void {
  const kept = ({ status, headers, bytes }: Answer) => ({
    status,
    location: headers['location'],
    etag: headers['etag'],
    body: bytes.toString(),
  });
  expect(kept(one)).toEqual(kept(other));
}
