import { randomUUID } from 'node:crypto';
import type { Call } from './api.js';
import { simulateConversation } from './conversation.js';
import type { Client } from './client.js';
import { type EndedCall, OWNER_SECONDS } from './day-check.js';
import type { SeedData } from './seed-data.js';

/** What the simulation provides to an agent. */
export interface AgentContext {
  readonly client: Client;
  readonly seedData: SeedData;
  /** True until closing time. */
  readonly open: boolean;
  /** Minutes since opening time. */
  readonly minute: number;
  /** The instant, on a quarter of an hour, that a callback in this number of minutes is agreed for. 0: now. */
  callbackIn(minutes: number): string;
  /** Whether calls may be left until their lease expires: only with a test clock does the demo see them expire. */
  readonly allowsLostCalls: boolean;
  /** Shows what the agent is doing. */
  setActivity(agent: string, what: string): void;
  /** No contact was due for the agent. */
  setIdle(agent: string): void;
  /** A call was dispatched to the agent. */
  callStarted(agent: string, call: Call): void;
  /** The agent has finished with the call. */
  callEnded(agent: string, call: Call, ended: EndedCall): void;
}

/** Minutes between two polls of an idle agent. */
const IDLE_MINUTES = 5;
/** Calls above this many minutes send a heartbeat after it. */
const HEARTBEAT_AFTER_MINUTES = 5;
/** Longer than a callback is kept for its owner: the other agents take those that come due meanwhile. */
const LUNCH_MINUTES = 60;

/**
 * The loop of a dialer (docs/how-to/run-a-dialer.md). Yields the minutes until its next request.
 * @param lunchAt minutes since opening time
 */
export async function* runAgent(name: string, lunchAt: number, context: AgentContext): AsyncGenerator<number, void> {
  let isHungry = true;
  while (context.open) {
    if (isHungry && context.minute >= lunchAt) {
      isHungry = false;
      context.setActivity(name, 'is at lunch');
      yield LUNCH_MINUTES;
      continue;
    }
    // A new key per request: a retry after a lost answer would get the same call instead of a second one. By its
    // agent_id the request is given the callbacks of this agent first (docs/how-to/callbacks.md).
    const asked = { limit: 1, agent_id: name };
    const { calls } = await context.client.call<{ calls: Call[] }>('POST', '/dialer/next', asked, randomUUID());
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
  const conversation = simulateConversation(person, from, call.attempt_number);
  const { result, minutes, disposition, lost } = conversation;
  const isCallback = call.snapshot.callback_at !== null;
  const path = `/calls/${call.call_id}`;
  context.callStarted(name, call);
  context.setActivity(
    name,
    `${result === 'answered' ? 'talks with' : 'rings'} ${person}, ${isCallback ? 'as agreed' : `from "${from}"`}, attempt ${call.attempt_number}`,
  );
  if (lost && context.allowsLostCalls) {
    yield minutes;
    context.callEnded(name, call, { result: 'lost' });
    return;
  }
  if (minutes > HEARTBEAT_AFTER_MINUTES) {
    yield HEARTBEAT_AFTER_MINUTES;
    await client.call('POST', `${path}/heartbeat`);
    yield minutes - HEARTBEAT_AFTER_MINUTES;
  } else yield minutes;
  await client.call('POST', `${path}/end`, { result }, randomUUID());
  const callbackAt = disposition === 'Call back later' ? context.callbackIn(conversation.callbackMinutes) : undefined;
  if (disposition) {
    const callback = { callback_at: callbackAt, callback_agent_id: name, callback_owner_seconds: OWNER_SECONDS };
    const body = { outcome_id: seedData.outcomes[disposition], ...(callbackAt !== undefined && callback) };
    await client.call('POST', `${path}/outcomes`, body, randomUUID());
  }
  context.callEnded(name, call, { result, disposition, callbackAt });
}
