import { randomUUID } from 'node:crypto';
import type { Call } from './api.js';
import { conversation } from './chance.js';
import type { Client } from './client.js';
import type { Ground } from './ground.js';

/** What an agent needs to know of the floor. */
export interface Workplace {
  readonly client: Client;
  readonly ground: Ground;
  /** Until closing time. */
  readonly open: boolean;
  /** Whether a call may be left to its lease: only a clock that can be put ahead sees the end of it. */
  readonly mayLose: boolean;
  /** What the agent does from now on. */
  says(agent: string, what: string): void;
  /** The agent has found nobody to call. */
  idles(agent: string): void;
  /** A call has begun. */
  began(call: Call): void;
  /** It is over, as far as the agent is concerned. */
  over(call: Call, result: string, disposition?: string): void;
}

const LOOKS_AGAIN_AFTER = 5;
/** Longer calls say in the middle that they go on. */
const LONG_CALL = 5;

/** The loop of a dialer (docs/how-to/run-a-dialer.md). Yields the minutes until there is something to do again. */
export async function* workDay(name: string, floor: Workplace): AsyncGenerator<number, void> {
  while (floor.open) {
    // The key is this request's own: sent again after a lost answer, it would get the same call and not another one.
    const { calls } = await floor.client.call<{ calls: Call[] }>('POST', '/dialer/next', { limit: 1 }, randomUUID());
    const [call] = calls;
    if (call) yield* talk(name, floor, call);
    else {
      floor.idles(name);
      yield LOOKS_AGAIN_AFTER;
    }
  }
  floor.says(name, 'has gone home');
}

async function* talk(name: string, floor: Workplace, call: Call): AsyncGenerator<number, void> {
  const { client, ground } = floor;
  const person = ground.people.get(call.contact_id) ?? 'somebody';
  const from = call.snapshot.name ?? 'no list';
  const { result, minutes, disposition, lost } = conversation(person, from, call.attempt_number);
  const path = `/calls/${call.call_id}`;
  floor.began(call);
  floor.says(
    name,
    `${result === 'answered' ? 'talks with' : 'rings'} ${person}, from "${from}", attempt ${call.attempt_number}`,
  );
  if (lost && floor.mayLose) {
    yield minutes;
    floor.over(call, 'lost');
    return;
  }
  if (minutes > LONG_CALL) {
    yield LONG_CALL;
    await client.call('POST', `${path}/heartbeat`);
    yield minutes - LONG_CALL;
  } else yield minutes;
  await client.call('POST', `${path}/end`, { result }, randomUUID());
  if (disposition) {
    await client.call('POST', `${path}/outcomes`, { outcome_id: ground.outcomes[disposition] }, randomUUID());
  }
  floor.over(call, result, disposition);
}
