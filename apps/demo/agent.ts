import { randomUUID } from 'node:crypto';
import type { Call } from './api.js';
import { simulateConversation } from './conversation.js';
import type { Client } from './client.js';
import type { SeedData } from './seed-data.js';

/** What an agent needs to know of the floor. */
export interface AgentContext {
  readonly client: Client;
  readonly seedData: SeedData;
  /** Until closing time. */
  readonly open: boolean;
  /** Whether a call may be left to its lease: only a clock that can be put ahead sees the end of it. */
  readonly allowsLostCalls: boolean;
  /** What the agent does from now on. */
  setActivity(agent: string, what: string): void;
  /** The agent has found nobody to call. */
  setIdle(agent: string): void;
  /** A call has begun. */
  callStarted(call: Call): void;
  /** It is over, as far as the agent is concerned. */
  callEnded(call: Call, result: string, disposition?: string): void;
}

const IDLE_MINUTES = 5;
/** Longer calls say in the middle that they go on. */
const HEARTBEAT_AFTER_MINUTES = 5;

/** The loop of a dialer (docs/how-to/run-a-dialer.md). Yields the minutes until there is something to do again. */
export async function* runAgent(name: string, context: AgentContext): AsyncGenerator<number, void> {
  while (context.open) {
    // The key is this request's own: sent again after a lost answer, it would get the same call and not another one.
    const { calls } = await context.client.call<{ calls: Call[] }>('POST', '/dialer/next', { limit: 1 }, randomUUID());
    const [call] = calls;
    if (call) yield* handleCall(name, context, call);
    else {
      context.setIdle(name);
      yield IDLE_MINUTES;
    }
  }
  context.setActivity(name, 'has gone home');
}

async function* handleCall(name: string, context: AgentContext, call: Call): AsyncGenerator<number, void> {
  const { client, seedData } = context;
  const person = seedData.people.get(call.contact_id) ?? 'somebody';
  const from = call.snapshot.name ?? 'no list';
  const { result, minutes, disposition, lost } = simulateConversation(person, from, call.attempt_number);
  const path = `/calls/${call.call_id}`;
  context.callStarted(call);
  context.setActivity(
    name,
    `${result === 'answered' ? 'talks with' : 'rings'} ${person}, from "${from}", attempt ${call.attempt_number}`,
  );
  if (lost && context.allowsLostCalls) {
    yield minutes;
    context.callEnded(call, 'lost');
    return;
  }
  if (minutes > HEARTBEAT_AFTER_MINUTES) {
    yield HEARTBEAT_AFTER_MINUTES;
    await client.call('POST', `${path}/heartbeat`);
    yield minutes - HEARTBEAT_AFTER_MINUTES;
  } else yield minutes;
  await client.call('POST', `${path}/end`, { result }, randomUUID());
  if (disposition) {
    await client.call('POST', `${path}/outcomes`, { outcome_id: seedData.outcomes[disposition] }, randomUUID());
  }
  context.callEnded(call, result, disposition);
}
