import { randomUUID } from 'node:crypto';
import type { Call } from './api.js';
import { simulateConversation } from './conversation.js';
import type { Client } from './client.js';
import type { SeedData } from './seed-data.js';

/** What the simulation provides to an agent. */
export interface AgentContext {
  readonly client: Client;
  readonly seedData: SeedData;
  /** True until closing time. */
  readonly open: boolean;
  /** Whether calls may be left until their lease expires: only with a test clock does the demo see them expire. */
  readonly allowsLostCalls: boolean;
  /** Shows what the agent is doing. */
  setActivity(agent: string, what: string): void;
  /** No contact was due for the agent. */
  setIdle(agent: string): void;
  /** A call was dispatched to the agent. */
  callStarted(call: Call): void;
  /** The agent has finished with the call. */
  callEnded(call: Call, result: string, disposition?: string): void;
}

/** Minutes between two polls of an idle agent. */
const IDLE_MINUTES = 5;
/** Calls above this many minutes send a heartbeat after it. */
const HEARTBEAT_AFTER_MINUTES = 5;

/** The loop of a dialer (docs/how-to/run-a-dialer.md). Yields the minutes until its next request. */
export async function* runAgent(name: string, context: AgentContext): AsyncGenerator<number, void> {
  while (context.open) {
    // A new key per request: a retry after a lost answer would get the same call instead of a second one.
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
  const person = seedData.people.get(call.contact_id) ?? 'an unknown contact';
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
