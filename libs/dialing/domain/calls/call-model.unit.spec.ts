import fc from 'fast-check';
import { type Decide, DomainError, instant } from '#kernel';
import { TEST_START, testId, TestWorkspace } from '#kernel/testing';
import {
  action,
  ANN,
  BOB,
  CALL_BACK,
  event,
  INFORM,
  past,
  projections,
  SOLD,
  sold,
  madeFor,
} from '../../testing/past.js';
import { applyOutcome } from './apply-outcome.js';
import { endCall, expireCall, extendLease } from './call-life.js';
import { type CallState, END_RESULTS, type EndResult } from './call-events.js';
import { CALLS } from './call.js';
import { registerCall } from './register-call.js';

/*
 * Goal: whatever happens to calls, in whatever order, their states, results and refusals are those of
 * docs/reference/dialing-rules.md#a-calls-life.
 * Method: random sequences of operations and pauses. Each is decided by the domain and by a plain model of that
 * section; refusals and rows are compared after every operation.
 */

/** A call as in docs/reference/dialing-rules.md#a-calls-life, without further fields. */
interface ModelCall {
  readonly id: string;
  readonly contact: string;
  state: CallState;
  result: string | null;
  lease: number;
  readonly leaseSeconds: number;
  wrapUp: number;
  applied: string[];
}

type Operation =
  | { readonly kind: 'register'; readonly contact: string }
  | { readonly kind: 'heartbeat'; readonly call: number }
  | { readonly kind: 'end'; readonly call: number; readonly result: EndResult }
  | { readonly kind: 'outcome'; readonly call: number; readonly outcome: string }
  | { readonly kind: 'dispositions'; readonly exist: boolean }
  | { readonly kind: 'settings'; readonly lease: number; readonly wrapUp: number }
  | { readonly kind: 'time'; readonly seconds: number; readonly timers: boolean };

const call = fc.nat(4);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('register' as const), contact: fc.constantFrom(ANN, BOB) }),
  fc.record({ kind: fc.constant('heartbeat' as const), call }),
  fc.record({ kind: fc.constant('end' as const), call, result: fc.constantFrom(...END_RESULTS) }),
  fc.record({ kind: fc.constant('outcome' as const), call, outcome: fc.constantFrom(SOLD, INFORM, CALL_BACK) }),
  fc.record({ kind: fc.constant('dispositions' as const), exist: fc.boolean() }),
  fc.record({ kind: fc.constant('settings' as const), lease: fc.integer({ min: 10, max: 40 }), wrapUp: fc.nat(20) }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.nat(15), timers: fc.boolean() }),
);

/** The rules alone. An answer is undefined for a success, or else the code of the refusal. */
class Reference {
  readonly calls: ModelCall[] = [];
  now = TEST_START;
  private dispositions = true;
  private lease = 7_200;
  private wrapUp = 600;

  run(operation: Operation): string | undefined {
    switch (operation.kind) {
      case 'register':
        return this.register(operation.contact);
      case 'heartbeat':
        return this.ofCall(operation.call, (each) => {
          if (each.state !== 'in_progress') return 'call_state_conflict';
          each.lease = this.now + each.leaseSeconds * 1_000;
          return undefined;
        });
      case 'end':
        return this.ofCall(operation.call, (each) => {
          if (each.state === 'in_progress') return this.end(each, operation.result);
          return each.result === operation.result ? undefined : 'call_state_conflict';
        });
      case 'outcome':
        return this.ofCall(operation.call, (each) => this.apply(each, operation.outcome));
      case 'dispositions':
        this.dispositions = operation.exist;
        return undefined;
      case 'settings':
        [this.lease, this.wrapUp] = [operation.lease, operation.wrapUp];
        return undefined;
      case 'time':
        this.now += operation.seconds * 1_000;
        if (operation.timers) this.calls.forEach((each) => this.expire(each));
        return undefined;
    }
  }

  private register(contact: string): string | undefined {
    if (this.calls.some((each) => each.contact === contact && each.state === 'in_progress'))
      return 'call_state_conflict';
    const [id, lease] = [testId(this.calls.length), this.now + this.lease * 1_000];
    const begun = {
      state: 'in_progress',
      result: null,
      lease,
      leaseSeconds: this.lease,
      wrapUp: 0,
      applied: [],
    } as const;
    this.calls.push({ id, contact, ...begun, applied: [] });
    return undefined;
  }

  private end(each: ModelCall, result: string): undefined {
    const waits = this.dispositions && result !== 'not_placed' && result !== 'lost';
    [each.state, each.result, each.wrapUp] = [waits ? 'ended' : 'completed', result, this.now + this.wrapUp * 1_000];
  }

  private apply(each: ModelCall, outcome: string): string | undefined {
    if (outcome === SOLD && !this.dispositions) return 'invalid_reference';
    const allowed =
      outcome === SOLD ? each.state === 'ended' : each.state === 'in_progress' && !each.applied.includes(outcome);
    if (!allowed) return 'call_state_conflict';
    each.applied.push(outcome);
    if (outcome === SOLD) each.state = 'completed';
    return undefined;
  }

  private expire(each: ModelCall): void {
    if (each.state === 'in_progress' && each.lease <= this.now) this.end(each, 'lost');
    else if (each.state === 'ended' && each.wrapUp <= this.now) each.state = 'completed';
  }

  private ofCall(index: number, change: (each: ModelCall) => string | undefined): string | undefined {
    const each = this.calls[index];
    return each ? change(each) : 'not_found';
  }
}

/** The decisions of the slice on a workspace in memory. */
class Real {
  readonly workspace = new TestWorkspace(projections).append([...past, sold, action(INFORM), action(CALL_BACK)], START);
  private registered = 0;
  private dispositions = true;

  run(operation: Operation, now: number): string | undefined {
    this.workspace.append([], instant(now));
    switch (operation.kind) {
      case 'register': {
        const refusal = this.decide(registerCall(testId(this.registered), { contactId: operation.contact }));
        if (refusal === undefined) this.registered += 1;
        return refusal;
      }
      case 'heartbeat':
        return this.decide(extendLease(testId(operation.call)));
      case 'end':
        return this.decide(endCall(testId(operation.call), operation.result));
      case 'outcome':
        return this.decide(applyOutcome(testId(operation.call), operation.outcome, madeFor(testId(999))));
      case 'dispositions':
        if (operation.exist !== this.dispositions) {
          this.workspace.append([operation.exist ? sold : event('OutcomeDeleted', { outcome_id: SOLD })]);
        }
        this.dispositions = operation.exist;
        return undefined;
      case 'settings': {
        const changes = { lease_seconds: operation.lease, wrap_up_seconds: operation.wrapUp };
        this.workspace.append([event('WorkspaceChanged', { changes })], instant(now));
        return undefined;
      }
      case 'time':
        if (operation.timers) this.workspace.all(CALLS).forEach(({ call_id }) => this.decide(expireCall(call_id)));
        return undefined;
    }
  }

  private decide(decide: Decide): string | undefined {
    try {
      const { events } = decide(this.workspace);
      this.workspace.append(events, this.workspace.now);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }
}

const START = instant(TEST_START);

it('any history of calls follows the rules at each step', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const [reference, real] = [new Reference(), new Real()];
      for (const each of operations) {
        const expected = reference.run(each);
        expect([each, real.run(each, reference.now)]).toEqual([each, expected]);
        const rows = real.workspace.all(CALLS).map(({ call_id, state, result, outcomes, in_flight, open }) => ({
          ...{ call_id, state, result, in_flight, open },
          applied: outcomes.map(({ outcome_id }) => outcome_id),
        }));
        expect(rows).toEqual(
          reference.calls.map(({ id, state, result, applied }) => ({
            ...{ call_id: id, state, result, applied },
            in_flight: state === 'in_progress' ? 1 : 0,
            open: state === 'completed' ? 0 : 1,
          })),
        );
      }
    }),
    { numRuns: 300 },
  );
});
