import { setTimeout as wait } from 'node:timers/promises';
import { type EndResult, type Place, runDialer, type SmartListsClient } from '@smart-lists/client';
import type { Outcomes } from './campaigns.js';

/** A call in the records of the floor, which know nothing of those of the service. */
export interface PlacedCall {
  /** The floor's own id of it. */
  readonly reference: string;
  readonly call_id: string;
  readonly contact_id: string;
  readonly agent_id: string;
  readonly result: EndResult;
  readonly duration_seconds: number;
  readonly notes: string;
  /** What was applied to it, in this order. */
  readonly outcome_ids: readonly string[];
}

interface Conversation extends Pick<PlacedCall, 'result' | 'duration_seconds' | 'notes'> {
  readonly disposition: Exclude<keyof Outcomes, 'offer'>;
  readonly wantsOffer?: true;
}

/** How calls go: the first like the first of these, and so forth, again and again. */
const CONVERSATIONS: readonly Conversation[] = [
  { result: 'answered', duration_seconds: 310, notes: 'Orders two.', disposition: 'sold' },
  { result: 'no_answer', duration_seconds: 0, notes: 'Rang for 30 s.', disposition: 'notReached' },
  { result: 'answered', duration_seconds: 95, notes: 'Next week.', disposition: 'callBack', wantsOffer: true },
  { result: 'answered', duration_seconds: 20, notes: 'Has one.', disposition: 'noInterest' },
  { result: 'voicemail', duration_seconds: 12, notes: 'Left a message.', disposition: 'notReached' },
  { result: 'busy', duration_seconds: 0, notes: 'On the phone.', disposition: 'notReached' },
];

/** A second of talk takes this fraction of a millisecond here. */
const MS_A_SECOND = 0.1;

export interface FloorOptions {
  readonly client: SmartListsClient;
  readonly outcomes: Outcomes;
  /** Agents who call at the same time. */
  readonly agents: number;
  /** Calls after which the floor closes. */
  readonly calls: number;
  /** Told of each call that is over. @param done calls that are over by now */
  readonly onCall: (done: number) => void;
}

/** Has agents call until the calls are made. @returns the records of the floor */
export async function workTheFloor(options: FloorOptions): Promise<readonly PlacedCall[]> {
  const { client, outcomes, agents, calls, onCall } = options;
  const placed: PlacedCall[] = [];
  const closing = new AbortController();
  let begun = 0;

  /** What an agent does with a call; a program of your own would ring here. */
  const talk =
    (agent_id: string): Place =>
    async ({ call_id, contact_id }) => {
      begun += 1;
      if (begun === calls) closing.abort();
      const reference = `floor-${begun}`;
      const { disposition, wantsOffer, ...ending } = CONVERSATIONS[(begun - 1) % CONVERSATIONS.length]!;
      const outcome_id = outcomes[disposition];
      await wait(ending.duration_seconds * MS_A_SECOND);
      if (wantsOffer) {
        const params = { path: { callId: call_id } };
        await client.POST('/calls/{callId}/outcomes', { params, body: { outcome_id: outcomes.offer } });
      }
      const outcome_ids = [...(wantsOffer ? [outcomes.offer] : []), outcome_id];
      placed.push({ reference, call_id, contact_id, agent_id, ...ending, outcome_ids });
      onCall(placed.length);
      return { ...ending, reference, outcome_id };
    };

  const dial = (agentId: string): Promise<void> =>
    runDialer({
      client,
      agentId,
      place: talk(agentId),
      signal: closing.signal,
      onError: (error, { step, call_id = '' }) => console.error(`${agentId}, ${step} ${call_id}: ${String(error)}`),
    });
  try {
    await Promise.all(Array.from({ length: agents }, (_, n) => dial(`agent-${n + 1}`)));
  } finally {
    closing.abort();
  }
  return placed;
}
